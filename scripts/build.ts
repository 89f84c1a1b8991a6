/**
 * Bundles the three entry points into dist/, with the licences of what is bundled. `--check` builds into a
 * temporary folder instead and fails when the committed dist/ differs from it in any file.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";

const entries = ["src/cli.ts", "src/action.ts", "src/post.ts"].filter((entry) => existsSync(entry));

async function bundle(folder: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    // Chunks that only some commands need are loaded only by them.
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    minify: true,
    keepNames: true,
    legalComments: "none",
    metafile: true,
    // Some dependencies are CommonJS and call require() for Node's own modules.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "warning",
  });
  writeFileSync(join(folder, "licenses.txt"), licences(metafile));
}

function licences(metafile: Metafile): string {
  const bundled = new Set(
    Object.keys(metafile.inputs).flatMap(
      (input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? [],
    ),
  );
  return [...bundled].sort().map(licenceOf).join("\n");
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|-|$)/i.test(entry));
  if (file === undefined && license === undefined) throw new Error(`${folder} comes without a licence`);
  const text =
    file === undefined
      ? `(no licence file in the package; its metadata says ${license})`
      : readFileSync(join(folder, file), "utf8");
  return `${"=".repeat(80)}\n${name} ${version} (${license})\n\n${text.trim().replaceAll("\r\n", "\n")}\n`;
}

function differences(a: string, b: string): string[] {
  const [inA, inB] = [files(a), files(b)];
  return [...new Set([...inA, ...inB])].filter((name) => {
    if (!inA.includes(name) || !inB.includes(name)) return true;
    return !readFileSync(join(a, name)).equals(readFileSync(join(b, name)));
  });
}

function files(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

// A build that fails leaves dist/ as it was.
const fresh = mkdtempSync(join(tmpdir(), "dist-"));
try {
  await bundle(fresh);
  const stale = differences(fresh, "dist").sort();
  if (!process.argv.includes("--check")) {
    rmSync("dist", { recursive: true, force: true });
    cpSync(fresh, "dist", { recursive: true });
  } else if (stale.length > 0) {
    console.error(
      `dist/ is not what src/ builds: ${stale.join(", ")}\nremedy: npm run build, and commit dist/`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true });
}
