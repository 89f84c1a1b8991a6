import { GateError } from "../../core/error.ts";

/**
 * A password as a line of the file that `--config-file` names: anyone on the machine can read a process's arguments.
 * The file knows no escapes, ends a bare value at a blank or comma, and a line after 255 bytes.
 */
export function optionFile(password: string): string {
  const quote = ['"', "'"].find((mark) => !password.includes(mark));
  const line = `mysql-password=${quote}${password}${quote}\n`;
  if (quote !== undefined && !/[\0\r\n]/.test(password) && Buffer.byteLength(line) < 255) return line;
  throw new GateError("input", {
    what: "sysbench cannot be given this password",
    why: "Its option file has no way to write both kinds of quotes, line breaks, or more than about 230 bytes.",
    remedy: "Give the benchmark's user another password.",
  });
}
