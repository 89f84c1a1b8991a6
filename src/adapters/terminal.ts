/** What a command prints to: plain text in, colour only where somebody sees it. */
export type Terminal = {
  out(text: string): void;
  err(text: string): void;
  columns: number;
  /** The line below all others that is replaced as things go on; only a terminal has one. */
  status(text: string): void;
  paint(style: Style, text: string): string;
};

type Style = "red" | "yellow" | "green" | "dim" | "bold";

const codes: Record<Style, [number, number]> = {
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  dim: [2, 22],
  bold: [1, 22],
};

type Streams = Pick<NodeJS.Process, "stdout" | "stderr" | "env">;

export function terminal({ stdout, stderr, env }: Streams): Terminal {
  // `mysql-perf-gate … | head` closes the pipe early, which is no failure of ours.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const colour = wantsColour(env, stdout.isTTY === true);
  return {
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
    columns: stdout.columns ?? 100,
    status(text) {
      if (stdout.isTTY === true) stdout.write(`\r\x1b[K${text.slice(0, stdout.columns - 1)}`);
    },
    paint(style, text) {
      const [on, off] = codes[style];
      return colour ? `\x1b[${on}m${text}\x1b[${off}m` : text;
    },
  };
}

/** https://no-color.org: any value that is not empty; FORCE_COLOR is its counterpart for logs that show colour. */
function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0";
  return isTerminal && env.TERM !== "dumb";
}
