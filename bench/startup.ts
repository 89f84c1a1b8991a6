/**
 * What starting costs: whole processes, in turn, so that a change of the machine's speed hits all alike.
 * Budgets: `dist/cli.js --help` 100 ms over a bare Node, loading `dist/action.js` 200 ms over it.
 */
import { spawnSync } from "node:child_process";

const loadAction = "import('./dist/action.js')";
const commands: Record<string, string[]> = {
  "node -e 0": ["-e", "0"],
  "dist/cli.js --help": ["dist/cli.js", "--help"],
  "load dist/action.js": ["-e", loadAction],
};

export async function main(args: string[]): Promise<void> {
  const rounds = Number(args[0] ?? 30);
  const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
  for (let round = -2; round < rounds; round++) {
    for (const [name, argv] of Object.entries(commands)) {
      const started = performance.now();
      spawnSync(process.execPath, argv, { env: { PATH: process.env.PATH } });
      if (round >= 0) times.get(name)?.push(performance.now() - started);
    }
  }
  const bare = median(times.get("node -e 0") ?? []);
  for (const [name, values] of times) {
    const spread = `${quantile(values, 0.1).toFixed(0)}–${quantile(values, 0.9).toFixed(0)}`;
    const over = `${(median(values) - bare).toFixed(0)} ms over bare`;
    console.log(`${name.padEnd(22)} median ${median(values).toFixed(0)} ms (10–90 %: ${spread} ms), ${over}`);
  }
}

const median = (values: number[]): number => quantile(values, 0.5);

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
