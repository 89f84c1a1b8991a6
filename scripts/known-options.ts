/**
 * Writes src/core/config/my-cnf/known/NAME.json: the options of one real server with their kinds, ranges and
 * values. The server itself is asked, through `--verbose --help`, which takes options, clips and refuses them as
 * a start does, and then prints what it made of them.
 *
 *   tsx scripts/known-options.ts NAME MYSQLD [ARGUMENT…]      e.g. mysql-9.7 /usr/sbin/mysqld --user=root
 */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { KnownOption, KnownServer } from "../src/core/config/my-cnf/known-options.ts";

type Listed = { name: string; shape: "none" | "number" | "name"; required: boolean };
/** `table`: the values after the options were read; undefined when the server refused one of them. */
type Answer = { table: Map<string, string> | undefined; log: string };
type Server = { help: (...options: string[]) => Answer; defaults: Map<string, string> };

const nonsense = "@nonsense@";
const pluginStates = ["OFF", "ON", "FORCE", "FORCE_PLUS_PERMANENT"];

function listedOptions(help: string): Listed[] {
  const pattern = /^ {2}(?:-[A-Za-z#?], )?--([A-Za-z0-9_.-]+)(\[)?(?:=(#|name)\]?)?/gm;
  const found = [...help.matchAll(pattern)].map(([, name = "", optional, argument]): Listed => {
    const shape = argument === undefined ? "none" : argument === "#" ? "number" : "name";
    return { name: normalized(name), shape, required: shape !== "none" && optional === undefined };
  });
  return [...new Map(found.map((option) => [option.name, option])).values()];
}

function valueTable(help: string): Map<string, string> {
  const table = help.slice(help.indexOf("Variables (--variable-name=value)"));
  const rows = [...table.matchAll(/^([a-z][A-Za-z0-9_.-]*) +(.*)$/gm)];
  return new Map(rows.map(([, name = "", value = ""]) => [normalized(name), value.trim()]));
}

/** MariaDB has a few capitals in its names, which it does not tell from small letters. */
function normalized(name: string): string {
  return name.replaceAll("-", "_").toLowerCase();
}

/** What the server makes of a value: undefined when it refuses it. */
function accepted(server: Server, name: string, value: string): string | undefined {
  const { table } = server.help(`--${name}=${value}`);
  return table && (table.get(name) ?? "");
}

/** The value that the server uses instead of an extreme one. */
function clipped(server: Server, name: string, extreme: string): string | undefined {
  const plain = server.help(`--${name}=${extreme}`);
  if (plain.table === undefined) return undefined;
  // MySQL 9.7 prints its complaints only when the start fails, and its plugins' not even then. The value table
  // comes last because the server fits some values of its own (max_connections) to the machine.
  const failing = server.help(`--${name}=${extreme}`, `--binlog-format=${nonsense}`);
  const adjusted = `${plain.log}\n${failing.log}`.match(/adjusted to (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/)?.[1];
  return adjusted ?? (name.startsWith("innodb_") ? plain.table.get(name) : extreme);
}

function numeric(server: Server, name: string): KnownOption {
  // Integers refuse a fraction: "Unknown suffix '.'".
  if (accepted(server, name, "1.5") !== undefined) {
    return { kind: "decimal", ...range([clipped(server, name, "-1e300"), clipped(server, name, "1e300")]) };
  }
  // An unsigned option refuses the first, or takes it for a huge number; a signed one refuses the last.
  const extremes = [-(2n ** 63n), 0n, 2n ** 63n - 1n, 2n ** 64n - 1n];
  return { kind: "integer", ...range(extremes.map((extreme) => clipped(server, name, String(extreme)))) };
}

function range(bounds: (string | undefined)[]): { range?: string } {
  const numbers = bounds.filter((bound) => bound !== undefined && /^-?[\d.]+(?:e[+-]?\d+)?$/.test(bound));
  const sorted = numbers.filter((bound) => bound !== undefined).sort((a, b) => Number(a) - Number(b));
  const [low, high] = [sorted.at(0), sorted.at(-1)];
  // Nothing was clipped: plugins other than InnoDB do so without a word in the log or the table.
  const unlimited = low === String(-(2n ** 63n));
  return low === undefined || high === undefined || low === high || unlimited
    ? {}
    : { range: `${low}..${high}` };
}

/** Enumerations and sets take numbers as well as names, and print the names. */
function named(server: Server, name: string): KnownOption {
  const parts = (server.defaults.get(name) ?? "").split(",");
  if (parts.length > 1 && parts.every((part) => /=o(?:n|ff)$/.test(part))) {
    return { kind: "switches", values: parts.map((part) => part.replace(/=.*/, "")) };
  }
  if (accepted(server, name, nonsense) !== undefined) return { kind: "string" };
  if (accepted(server, name, "3")?.includes(",")) return set(server, name);
  const values = answers((index) => accepted(server, name, String(index)));
  // Some strings are looked up by other rules (ciphers, time zones) and come back as they went in.
  if (values.length < 2 || values[0] === "0") return { kind: "string" };
  const distinct = new Set(values).size === values.length;
  // The state of a plugin is an enumeration that the table shows only as ON or OFF.
  return { kind: "enumeration", values: distinct ? values : pluginStates };
}

function set(server: Server, name: string): KnownOption {
  const printed = answers((bit) => accepted(server, name, String(2n ** BigInt(bit))));
  const single = new Set(printed.filter((value) => !value.includes(",")));
  // A compound member (ANSI, TRADITIONAL) prints its parts too.
  const values = printed.map(
    (value) => value.split(",").find((part) => part === value || !single.has(part)) ?? "",
  );
  return { kind: "set", values };
}

function answers(ask: (index: number) => string | undefined): string[] {
  const found: string[] = [];
  for (let index = 0; index < 64; index += 1) {
    const answer = ask(index);
    if (answer === undefined) break;
    found.push(answer);
  }
  return found;
}

function describe(server: Server, { name, shape, required }: Listed): KnownOption {
  const argument = required ? { required } : {};
  if (shape === "number") return { ...numeric(server, name), ...argument };
  if (shape === "name") return { ...named(server, name), ...argument };
  // A flag, unlike a boolean, "cannot take an argument".
  return { kind: accepted(server, name, "1") === undefined ? "flag" : "boolean" };
}

function connect(mysqld: string, fixed: string[]): { server: Server; help: string } {
  const run = (options: string[]) =>
    spawnSync(mysqld, ["--no-defaults", ...fixed, ...options, "--verbose", "--help"], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
  const help = (...options: string[]): Answer => {
    const { status, stdout, stderr } = run(options);
    // A value that a plugin's option refuses disables the plugin, and the exit status is 0 all the same.
    const refused = status !== 0 || /Error while setting value|Parsing options for plugin/.test(stderr);
    return { table: refused ? undefined : valueTable(stdout), log: stderr };
  };
  const plain = run([]).stdout;
  return { server: { help, defaults: valueTable(plain) }, help: plain };
}

function main([name, mysqld, ...fixed]: string[]): void {
  if (name === undefined || mysqld === undefined) throw new Error("give a NAME and a MYSQLD");
  const { server, help } = connect(mysqld, fixed);
  const options: KnownServer["options"] = {};
  for (const listed of listedOptions(help)) {
    // Debian builds MySQL with NDB Cluster, which MySQL's own packages of the server are without.
    if (!listed.name.startsWith("ndb")) options[listed.name] = describe(server, listed);
  }

  const version = execFileSync(mysqld, ["--version"], { encoding: "utf8" }).match(/Ver (\d+\.\d+\.\d+)/)?.[1];
  const rows = Object.entries(options).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const file = `src/core/config/my-cnf/known/${name}.json`;
  writeFileSync(file, `{\n"version": ${JSON.stringify(version)},\n"options": {\n${rows.join(",\n")}\n}\n}\n`);
  execFileSync("npx", ["biome", "format", "--write", file], { stdio: "inherit" });
}

main(process.argv.slice(2));
