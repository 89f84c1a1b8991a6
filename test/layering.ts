import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";

/** One import of a file: where to, and whether it is for types alone. */
type Imported = { from: string; typesOnly: boolean };

type Layer = "core" | "ports" | "adapter" | "gate" | "entry";

const pattern =
  /(?:^|[;\n])\s*(?:import|export)\s+(type\s)?[^;"']*?from\s*["']([^"']+)["']|(?:^|[;\n])\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

export function importsOf(source: string): Imported[] {
  return [...source.matchAll(pattern)].map((found) => ({
    from: found[2] ?? found[3] ?? found[4] ?? "",
    typesOnly: found[1] !== undefined,
  }));
}

export function layerOf(file: string): Layer | undefined {
  if (file.startsWith("src/core/")) return "core";
  if (file.startsWith("src/adapters/")) return "adapter";
  if (file.startsWith("src/commands/")) return "entry";
  if (["src/action.ts", "src/post.ts", "src/cli.ts", "src/version.ts"].includes(file)) return "entry";
  if (file === "src/gate.ts" || file.startsWith("src/measure/")) return "gate";
  if (file === "src/ports.ts") return "ports";
  return undefined;
}

/** The packages that may be used outside Node's own modules, and where. */
const packages: Record<string, (file: string) => boolean> = {
  zod: (file) => layerOf(file) === "core",
  yaml: (file) => layerOf(file) === "core",
  commander: (file) => layerOf(file) === "entry",
  "@actions/core": (file) => file === "src/adapters/actions-io.ts",
  "@actions/github": (file) => file === "src/adapters/github.ts",
  mysql2: (file) => /^src\/adapters\/(?:.*\/)?mysql\.ts$/.test(file),
  vega: (file) => file === "src/adapters/svg.ts",
  "vega-lite": (file) => file === "src/adapters/svg.ts",
};

/** What is wrong with this import in this file; undefined when nothing is. */
export function violation(file: string, { from, typesOnly }: Imported): string | undefined {
  const problem = from.startsWith(".")
    ? localViolation(file, normalize(join(dirname(file), from)), typesOnly)
    : packageViolation(file, from);
  return problem && `${file} → ${from}: ${problem}`;
}

function packageViolation(file: string, from: string): string | undefined {
  const isNode = from.startsWith("node:") || builtinModules.includes(from);
  if (isNode) {
    const pure = ["core", "ports", "gate"].includes(layerOf(file) ?? "");
    return pure ? "no I/O here: it comes in through a port" : undefined;
  }
  const name = from.split("/", from.startsWith("@") ? 2 : 1).join("/");
  const allowed = packages[name];
  if (allowed === undefined) return "a package that no layer is given";
  return allowed(file) ? undefined : "this package belongs to another file";
}

function localViolation(file: string, target: string, typesOnly: boolean): string | undefined {
  const to = layerOf(target);
  switch (layerOf(file)) {
    case "entry":
      return undefined;
    case "core":
      return to === "core" || /\.json$/.test(target) ? undefined : "core imports core alone";
    case "ports":
      return to === "core" && typesOnly ? undefined : "ports are types of core";
    case "gate":
      return ["core", "ports", "gate"].includes(to ?? "")
        ? undefined
        : "the story knows core and ports alone";
    case "adapter":
      return adapterViolation(file, target, typesOnly);
    default:
      return "a file that no layer is given";
  }
}

/** What every adapter may stand on: processes, and the folder for what is costly to get twice. */
const ground = [
  "src/adapters/process.ts",
  "src/adapters/marks.ts",
  "src/adapters/cache.ts",
  "src/adapters/affinity.ts",
  "src/adapters/cpu-time.ts",
  "src/adapters/executable.ts",
];

/** The one way to write a my.cnf: no value can break out of its line. */
const printer = "src/core/config/my-cnf/print-my-cnf.ts";

/** One outside thing each: an adapter knows its own folder and the ground, and of core little more than words. */
function adapterViolation(file: string, target: string, typesOnly: boolean): string | undefined {
  const to = layerOf(target);
  const known = [...ground, "src/core/error.ts", printer];
  if (to === "ports" || known.includes(target)) return undefined;
  if (to === "core") return typesOnly ? undefined : "adapters use types of core, not its functions";
  const ownFolder = dirname(file);
  const sibling = ownFolder !== "src/adapters" && target.startsWith(`${ownFolder}/`);
  return sibling ? undefined : "adapters do not know each other";
}
