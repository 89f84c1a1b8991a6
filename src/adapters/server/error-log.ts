import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";

/** The server's error log from the beginning; empty while there is none. */
export async function readLog(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, "utf8") : "";
}

export function errorLines(log: string): string[] {
  return log.split("\n").filter((line) => /\[ERROR\]|^mysqld: |mariadbd: /.test(line));
}

/** The lines in which a server says that it does not do as its options say. */
export function optionLines(log: string): string[] {
  const speaks =
    /option|variable|parameter|deprecated|unknown|adjusted|changed limits|ignored|not supported|requested/i;
  return log.split("\n").filter((line) => /\[Warning\]|\[ERROR\]/.test(line) && speaks.test(line));
}

/** Calls back with each new piece of the log until stopped. A look at the file's size costs microseconds. */
export function watchLog(file: string, onText: (text: string) => void, everyMs = 200): { stop(): void } {
  let position = 0;
  let reading = false;
  const look = async () => {
    if (reading || !existsSync(file)) return;
    reading = true;
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      if (size > position) {
        const buffer = Buffer.alloc(size - position);
        await handle.read(buffer, 0, buffer.length, position);
        position = size;
        onText(buffer.toString("utf8"));
      }
    } finally {
      await handle.close();
      reading = false;
    }
  };
  const timer = setInterval(() => void look().catch(() => {}), everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
