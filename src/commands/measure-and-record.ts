import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { arch, cpus, version as osVersion, release, totalmem } from "node:os";
import { join, relative, resolve } from "node:path";
import { cacheFolder } from "../adapters/cache.ts";
import { readCpus } from "../adapters/cpus/cpus.ts";
import { beginRun, sweepDeadRuns } from "../adapters/server/run.ts";
import type { Gate } from "../core/config/gate/gate.ts";
import type { ResolvedScenario } from "../core/config/scenario/resolved-scenario.ts";
import { planLanes } from "../core/plan/lanes.ts";
import type { Result } from "../core/result.ts";
import { runGate } from "../gate.ts";
import { version } from "../version.ts";
import { type Context, exitCodes } from "./command.ts";
import { builtInFolder } from "./files.ts";
import { judgementText } from "./judgement-text.ts";
import { toldOn } from "./measuring.ts";
import { openOutside } from "./outside.ts";

export type MeasureOrder = {
  gate: Gate;
  atBase: ReadonlyMap<string, ResolvedScenario>;
  repository: string;
  unchanged: readonly string[];
  seed?: number;
  provision?: boolean;
  out: string;
  quiet?: boolean;
  json?: boolean;
};

/** Measures, prints as it goes, and writes the result folder; everything that it started is gone when it returns. */
export async function measureAndRecord(order: MeasureOrder, { terminal, cwd }: Context): Promise<Result> {
  const { gate, atBase, unchanged, repository } = order;
  const out = resolve(cwd, order.out);
  const silent = order.quiet === true || order.json === true;
  const cancel = new AbortController();
  const uncatch = onEnd(cancel);
  await sweepDeadRuns(cacheFolder(), terminal.err);
  const run = await beginRun({ signal: cancel.signal });
  const progress = toldOn(
    silent ? { ...terminal, out: () => undefined } : terminal,
    gate.settings.budget,
    () => performance.now(),
  );
  try {
    const machine = await readCpus();
    const log = { info: silent ? () => undefined : terminal.err, warn: terminal.err };
    const wishes = {
      server: gate.settings.server,
      provision: order.provision === true,
      builtInFolder: builtInFolder(),
      repository,
      cpus: machine.allowed,
    };
    const outside = await openOutside(wishes, run, log, cancel.signal);
    const result = await runGate(
      {
        gate,
        atBase,
        unchanged,
        seed: order.seed ?? Math.floor(Math.random() * 2 ** 31),
        lanes: planLanes(machine),
        version,
        machine: {
          arch: arch(),
          cpus: machine.allowed.length,
          cpuModel: cpus()[0]?.model ?? "unknown",
          memoryMiB: Math.round(totalmem() / 2 ** 20),
          kernel: release(),
          os: osVersion(),
          ...(process.env.RUNNER_NAME && { runner: process.env.RUNNER_NAME }),
          sysbench: outside.generator.facts.version,
        },
      },
      outside,
      progress,
    );
    await writeResult(out, result);
    if (!order.json) terminal.out(judgementText(result, terminal));
    return result;
  } finally {
    progress.end();
    // Logs are worth most where there is no result.
    await keepLogs(run.folder, join(out, "logs"));
    await run.end();
    uncatch();
  }
}

/** The first signal asks for an orderly end; who sends a second one wants it now, and children go with this process. */
function onEnd(cancel: AbortController): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const end = () => {
    if (cancel.signal.aborted) process.exit(exitCodes.cancelled);
    cancel.abort();
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.removeListener(signal, end);
  };
}

async function writeResult(folder: string, result: Result): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "result.json"), `${JSON.stringify(result, null, 1)}\n`);
}

/** Of an arm's folder its configuration and what its server wrote; the data are as large as they are useless. */
async function keepLogs(runFolder: string, folder: string): Promise<void> {
  const entries = await readdir(runFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const from = relative(runFolder, file);
    if (/(?:^|\/)(?:my\.cnf|[^/]+\.log)$/.test(from) && !from.includes("/data/"))
      await cp(file, join(folder, from));
  }
}
