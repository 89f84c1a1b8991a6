const on = new Set(["on", "true", "1", "yes", "enable", "enabled"]);
const off = new Set(["off", "false", "0", "no", "disable", "disabled"]);

/** The words that a server itself takes for ON; `yes` is not among them. */
export function isServersOn(value: string | null): boolean {
  return value === null || /^(?:on|true|1)$/i.test(value);
}

/** Whether a variable shows what an option asked for, in the meaning that its writer had in mind. */
export function sameValue(asked: string | null, is: string): boolean {
  if (/^(?:on|off)$/i.test(is)) return sameSwitch(asked, is);
  if (asked === null) return is === "" || is === "1";
  const [wanted, found] = [numberOf(asked), numberOf(is)];
  if (wanted !== undefined && found !== undefined) return wanted === found;
  if (asked.includes("=")) return includesAll(asked, is);
  return words(asked).join() === words(is).join() || trimmed(asked) === trimmed(is);
}

export function numberOf(value: string): number | undefined {
  const [, digits, suffix = ""] = /^([+-]?\d+(?:\.\d+)?)([kmgtpe]?)b?$/i.exec(value.trim()) ?? [];
  const power = suffix === "" ? 0 : "kmgtpe".indexOf(suffix.toLowerCase()) + 1;
  return digits === undefined ? undefined : Number(digits) * 1024 ** power;
}

function sameSwitch(asked: string | null, is: string): boolean {
  const word = (asked ?? "on").toLowerCase();
  const wanted = on.has(word) ? "on" : off.has(word) ? "off" : undefined;
  // Anything else, an empty value too, was meant as something; the server takes it for OFF.
  return wanted === is.toLowerCase();
}

/** `optimizer_switch` and its kind: what is not named keeps its default. */
function includesAll(asked: string, is: string): boolean {
  const found = new Set(words(is));
  return words(asked).every((word) => found.has(word));
}

function words(value: string): string[] {
  return value
    .toLowerCase()
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .sort();
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, "");
}
