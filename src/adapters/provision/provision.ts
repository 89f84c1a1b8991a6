import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GateError } from "../../core/error.ts";
import type { Program, ServerProgram, SysbenchProgram } from "../../ports.ts";
import { builtOnce, cacheFolder } from "../cache.ts";
import { run } from "../process.ts";
import { type Limits, openApt } from "./apt.ts";
import { choosePackage, type Recipe, recipes } from "./recipes.ts";
import { programIn, type UnpackedProgram } from "./unpacked.ts";

export type ProvisionOptions = {
  cache?: string;
  signal?: AbortSignal;
  /** Told what is being fetched, when it is not there yet. */
  onFetch?: (what: string) => void;
};

/** A program in the cache folder, and its own words about its version. */
export type Provisioned<P extends Program = Program> = {
  name: Recipe["name"];
  folder: string;
  banner: string;
  program: P;
  /** Why this is not what was asked for. */
  note?: string;
};

/** MySQL's server; where the distribution has none, MariaDB's, and `note` says so. */
export async function provisionMysqld(options: ProvisionOptions = {}): Promise<Provisioned<ServerProgram>> {
  try {
    return await provisionMysql(options);
  } catch (error) {
    if (!(error instanceof NoSuchPackage)) throw error;
    return { ...(await provisionMariadb(options)), note: `${error.what}: MariaDB takes its place.` };
  }
}

export async function provisionMariadb(options: ProvisionOptions = {}): Promise<Provisioned<ServerProgram>> {
  return asServer(await obtain(recipes.mariadb, options));
}

export async function provisionSysbench(
  options: ProvisionOptions = {},
): Promise<Provisioned<SysbenchProgram>> {
  const { unpacked, ...provisioned } = await obtain(recipes.sysbench, options);
  const scripts = join(unpacked.root, "usr/share/sysbench");
  const env: Record<string, string> = { LUA_PATH: `${scripts}/?.lua` };
  // The client library has the folder of its authentication plugins compiled in.
  const plugins = unpacked.libraries.map((folder) => join(folder, "libmariadb3/plugin")).find(existsSync);
  if (plugins !== undefined) env.MARIADB_PLUGIN_DIR = plugins;
  return { ...provisioned, program: { ...unpacked.program, env, scripts } };
}

/** Several at once; each is fetched in its own folder. */
export async function provisionAll(
  names: Recipe["name"][],
  options: ProvisionOptions,
): Promise<Provisioned[]> {
  const by = { mysql: provisionMysqld, mariadb: provisionMariadb, sysbench: provisionSysbench };
  return Promise.all(names.map((name) => by[name](options)));
}

async function provisionMysql(options: ProvisionOptions): Promise<Provisioned<ServerProgram>> {
  return asServer(await obtain(recipes.mysql, options));
}

type Obtained = Omit<Provisioned, "program"> & { unpacked: UnpackedProgram };

const limitMs = 300_000;

async function obtain(recipe: Recipe, options: ProvisionOptions): Promise<Obtained> {
  const folder = join(options.cache ?? cacheFolder(), "programs", recipe.name);
  const signal = options.signal && { signal: options.signal };
  const limits: Limits = { timeoutMs: limitMs, ...signal };
  await builtOnce(folder, { waitMs: limitMs, ...signal }, async (draft) => {
    options.onFetch?.(recipe.name);
    await download(recipe, draft, limits);
    const { program } = unpackedIn(draft, recipe);
    const { stdout } = await run({ ...program, args: [...program.args, "--version"] }, limits);
    await writeFile(join(draft, "banner"), bannerOf(stdout));
  });
  const banner = await readFile(join(folder, "banner"), "utf8");
  return { name: recipe.name, folder, banner, unpacked: unpackedIn(folder, recipe) };
}

async function download(recipe: Recipe, draft: string, limits: Limits): Promise<void> {
  if (!existsSync("/usr/bin/apt-get")) throw noApt(recipe);
  const work = await mkdtemp(join(draft, "apt-"));
  const apt = await openApt(work, recipe.sources(), limits);
  const name = choosePackage(await apt.named(recipe.package), recipe.package);
  if (name === undefined) throw new NoSuchPackage(recipe);
  await apt.unpack(name, join(draft, "root"));
  await rm(work, { recursive: true });
}

function unpackedIn(folder: string, recipe: Recipe): UnpackedProgram {
  const found = programIn(join(folder, "root"), recipe.binary);
  if (found === undefined) throw damaged(folder, recipe);
  return found;
}

function asServer({ unpacked, ...provisioned }: Obtained): Provisioned<ServerProgram> {
  const { root, binary, program } = unpacked;
  return { ...provisioned, program: { ...program, binary, basedir: join(root, "usr") } };
}

/** `/path/to/mysqld  Ver 9.7.4 for Linux …`: the path is the draft's and says nothing. */
function bannerOf(stdout: string): string {
  const [line = ""] = stdout.split("\n");
  return line
    .replace(/^\S*\//, "")
    .replace(/\s+/g, " ")
    .trim();
}

class NoSuchPackage extends GateError {
  constructor({ name, package: wanted }: Recipe) {
    super("environment", {
      what: `This machine's package sources have no ${wanted}`,
      remedy: `Add the component of your distribution that has ${name} to apt's sources (on Ubuntu: universe).`,
    });
  }
}

function noApt({ name }: Recipe): GateError {
  const wanted = name === "sysbench" ? "sysbench" : "a MySQL or MariaDB server";
  return new GateError("environment", {
    what: `${name} cannot be provisioned on this machine`,
    why: "Provisioning uses apt, which Debian and Ubuntu have.",
    remedy: `Install ${wanted} by this machine's package manager, or use Docker (\`--server mysql:8.4\`).`,
  });
}

function damaged(folder: string, { name }: Recipe): GateError {
  return new GateError("environment", {
    what: `The provisioned ${name} in ${folder} is damaged`,
    remedy: `Remove that folder and provision again: rm -r ${folder}`,
  });
}
