import { closeSync, openSync, writeSync } from "node:fs";

/** What scenarios/workloads/controlled.lua reads before every event. */
const words = { run: 0, stop: 1, halt: 2 } as const;

export type Control = {
  /** Without effect once nobody listens any more. */
  say(word: keyof typeof words): void;
  close(): void;
};

/**
 * The file is one byte long for as long as a load may run, and only ever written over: every thread has it mapped, and
 * reading past its end would kill sysbench.
 */
export function createControl(path: string): Control {
  const file = openSync(path, "wx+", 0o600);
  let open = true;
  const say: Control["say"] = (word) => {
    if (open) writeSync(file, Uint8Array.of(words[word]), 0, 1, 0);
  };
  say("run");
  return {
    say,
    close() {
      open = false;
      closeSync(file);
    },
  };
}
