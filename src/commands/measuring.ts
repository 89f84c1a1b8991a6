import type { Terminal } from "../adapters/terminal.ts";
import { GateError } from "../core/error.ts";
import type { Judgement } from "../core/verdict/judge.ts";
import type { Progress } from "../measure/rounds.ts";

/** The measuring, told line by line; on a terminal with a last line that says where it stands. */
export function toldOn(
  terminal: Terminal,
  budgetSeconds: number,
  now: () => number,
): Progress & { end(): void } {
  const started = now();
  const decided = new Set<string>();
  let standing = "";
  const say = (text: string) => {
    terminal.status("");
    terminal.out(text);
    terminal.status(standing);
  };
  return {
    measured({ round, match, measurement, outcome }) {
      const what = `${measurement.workload.name} × ${measurement.threads}  ${match.head.scenario.name}`;
      if (outcome instanceof GateError) say(`${terminal.paint("red", "error")}  ${what}: ${outcome.what}`);
      else
        say(
          `round ${round}  ${what}  ${percent(mean(outcome.pairs.map(({ d }) => d)))} in ${outcome.pairs.length} pairs`,
        );
    },
    judged({ cells, undecided }: Judgement, round) {
      // What the last round has decided stands in the summary that follows.
      if (undecided.length === 0) return terminal.status("");
      for (const { id, open, verdict, reasons } of cells) {
        if (open || decided.has(id)) continue;
        decided.add(id);
        say(`${terminal.paint("bold", verdict)}  ${id}: ${reasons.join("; ")}`);
      }
      const left = Math.max(0, budgetSeconds - (now() - started) / 1000);
      standing = `round ${round} done, ${undecided.length} of ${cells.length} cells open, at most ${clock(left)} left`;
      terminal.status(standing);
    },
    end: () => terminal.status(""),
  };
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function percent(lnRatio: number): string {
  const change = 100 * Math.expm1(lnRatio);
  return `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(1)} %`;
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
