import * as z from "zod";

// Names become parts of file names, reports and command lines, so they are plain words in any script.
const pattern = /^[\p{L}\p{N}][\p{L}\p{N}_.+-]{0,63}$/u;

/** The name of a scenario or workload. */
export const name = z
  .string()
  .regex(
    pattern,
    "a name of up to 64 letters, digits, `_`, `-`, `.` or `+`, beginning with a letter or digit",
  );

/** A list in a gate file names built-in things by name and the user's own by path. */
export function isPath(reference: string): boolean {
  return reference.includes("/") || /\.(?:ya?ml|cnf|lua)$/.test(reference);
}
