import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One entry of apt's configuration, in the fields of its deb822 form. */
export type Source = {
  uris: string[];
  suites: string[];
  components: string[];
  options: Record<string, string>;
};

/** What the machine's own apt is configured to fetch binary packages from. */
export function machineSources(etc = "/etc/apt"): Source[] {
  const parts = join(etc, "sources.list.d");
  const files = [join(etc, "sources.list")];
  if (existsSync(parts))
    files.push(
      ...readdirSync(parts)
        .sort()
        .map((name) => join(parts, name)),
    );
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => parseSources(file, readFileSync(file, "utf8")));
}

export function parseSources(file: string, text: string): Source[] {
  if (file.endsWith(".sources")) return text.split(/\n\s*\n/).flatMap(parseStanza);
  if (file.endsWith(".list")) return text.split("\n").flatMap(parseLine);
  return [];
}

function parseStanza(stanza: string): Source[] {
  const lines = stanza
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  const fields = new Map<string, string>();
  let last = "";
  for (const line of lines) {
    const field = /^([\w-]+)\s*:(.*)$/.exec(line);
    if (field !== null) {
      last = (field[1] ?? "").toLowerCase();
      fields.set(last, (field[2] ?? "").trim());
    } else if (last !== "") {
      // A continuation line; an embedded key among them has its empty lines written as " .".
      fields.set(last, `${fields.get(last)}\n${line}`);
    }
  }
  const words = (name: string) => (fields.get(name) ?? "").split(/\s+/).filter((word) => word !== "");
  if (!words("types").includes("deb") || fields.get("enabled")?.toLowerCase() === "no") return [];
  const options = Object.fromEntries([...fields].filter(([name]) => !structure.has(name)));
  return [{ uris: words("uris"), suites: words("suites"), components: words("components"), options }];
}

const structure = new Set(["types", "uris", "suites", "components", "enabled"]);

function parseLine(line: string): Source[] {
  const found = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)([^#]*)/.exec(line);
  if (found === null) return [];
  const [, bracket = "", uri = "", suite = "", components = ""] = found;
  const options = bracket.split(/\s+/).flatMap((pair) => {
    const [name, value] = pair.split("=");
    return name && value ? [[name.toLowerCase(), value.replaceAll(",", " ")]] : [];
  });
  return [
    {
      uris: [uri],
      suites: [suite],
      components: components.split(/\s+/).filter((word) => word !== ""),
      options: Object.fromEntries(options),
    },
  ];
}

/** The same mirrors at another suite; only those that carry the distribution's own main release. */
export function atSuite(sources: Source[], release: string, suite: string): Source[] {
  return sources
    .filter(({ suites, components }) => suites.includes(release) && components.includes("main"))
    .map((source) => ({ ...source, suites: [suite], components: ["main"] }));
}

export function printSources(sources: Source[]): string {
  return sources
    .map(({ uris, suites, components, options }) =>
      [
        "Types: deb",
        `URIs: ${uris.join(" ")}`,
        `Suites: ${suites.join(" ")}`,
        ...(components.length > 0 ? [`Components: ${components.join(" ")}`] : []),
        ...Object.entries(options).map(([name, value]) => `${name}: ${value}`),
      ].join("\n"),
    )
    .join("\n\n")
    .concat("\n");
}
