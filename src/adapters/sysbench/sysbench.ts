import { GateError } from "../../core/error.ts";
import type { LoadScript, ScriptFacts } from "../../core/sysbench/facts.ts";
import type { LoadGenerator, LoadOrder } from "../../ports.ts";
import { attempt } from "../process.ts";
import type { Course } from "./arguments.ts";
import { factsOf, limits, scriptFacts } from "./facts.ts";
import { controlled, launch, type Setting } from "./launch.ts";
import { running, toItsEnd } from "./running-load.ts";

/** A load lives as long as it is measured; should nobody stop it, it ends by itself. */
const lifeLimitSeconds = 3600;
/** For the log alone; sysbench walks through its whole histogram for it, which takes about a millisecond. */
const reportEverySeconds = 10;

export async function openSysbench(setting: Setting): Promise<LoadGenerator> {
  const facts = await factsOf(setting.program);
  const examined = new Map<string, Promise<ScriptFacts>>();
  const examine = (workload: LoadScript) => {
    const known = examined.get(workload.script);
    if (known !== undefined) return known;
    const asked = attempt(controlled(setting, workload, ["help"]), limits).then(scriptFacts);
    examined.set(workload.script, asked);
    return asked;
  };
  let loads = 0;
  const launchFor = async ({ arm, ...order }: LoadOrder, course: Course) => {
    const script = await examine(order.load.workload);
    if ("refused" in script) throw unloadable(order.load.workload, script.refused);
    loads += 1;
    const name = `${arm}-sysbench-${loads}`;
    return launch(setting, { ...order, name, course, scriptOptions: script.options });
  };
  return {
    facts,
    examine,
    async start(order) {
      const course = { seconds: lifeLimitSeconds, reportEvery: reportEverySeconds };
      return running(await launchFor(order, course));
    },
    async run(order, seconds) {
      return toItsEnd(await launchFor(order, { seconds, reportEvery: 1 }), seconds);
    },
  };
}

function unloadable({ name, script }: LoadScript, why: string): GateError {
  return new GateError("input", {
    what: `sysbench cannot load ${script}, the script of ${name}`,
    why,
    remedy: "Correct its path or the script; stock scripts come with the sysbench package.",
  });
}
