import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { builtOnce, cacheFolder } from "../../src/adapters/cache.ts";
import { attempt, run } from "../../src/adapters/process.ts";
import { openApt } from "../../src/adapters/provision/apt.ts";
import { provisionMariadb, provisionMysqld } from "../../src/adapters/provision/provision.ts";
import { machineSources } from "../../src/adapters/provision/sources.ts";

const limits = { timeoutMs: 120_000 };
const entrypoint = join(import.meta.dirname, "entrypoint.sh");

const kinds = {
  mysql: { provision: provisionMysqld, server: "mysqld" },
  mariadb: { provision: provisionMariadb, server: "mariadbd" },
};

/** An image that stands in for the official one, made of provisioned files without any registry. Returns its name. */
export async function serverImage(kind: keyof typeof kinds): Promise<string> {
  const { provision, server } = kinds[kind];
  const { folder, banner } = await provision();
  const recipe = [banner, ...[entrypoint, import.meta.filename].map((file) => readFileSync(file, "utf8"))];
  const made = createHash("sha256").update(recipe.join()).digest("hex").slice(0, 12);
  const image = `perf-gate-test/${kind}:${/Ver (\d+\.\d+)/.exec(banner)?.[1]}-${made}`;
  if (await exists(image)) return image;
  // Beside the provisioned files, so that links to them can take the place of copies.
  const work = mkdtempSync(join(cacheFolder(), "image-"));
  try {
    const tree = join(work, "tree");
    await run({ program: "cp", args: ["--archive", "--link", join(folder, "root"), tree] }, limits);
    await furnish(tree);
    const archive = join(work, "image.tar");
    // What only the packages' other programs need.
    const useless = ["bin/perl*", "share/doc", "share/man", "share/locale", "share/perl*", "lib/*/perl*"];
    const excluded = useless.map((path) => `--exclude=./usr/${path}`);
    await run({ program: "tar", args: ["-cf", archive, ...excluded, "-C", tree, "."] }, limits);
    const changes = [
      `ENV SERVER=${server} PATH=/usr/sbin:/usr/bin:/bin`,
      "VOLUME /var/lib/mysql",
      'ENTRYPOINT ["/docker-entrypoint.sh"]',
      `CMD ["${server}"]`,
    ];
    await docker("import", ...changes.flatMap((change) => ["--change", change]), archive, image);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return image;
}

/** A shell and its tools, the user that the server runs as, configuration, and the entrypoint. */
async function furnish(tree: string): Promise<void> {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    // Never over a file that is there: it may be a link to a provisioned one.
    writeFileSync(join(tree, path), text, { flag: "wx" });
  };
  write("etc/passwd", "root:x:0:0:root:/root:/bin/sh\nmysql:x:999:999::/var/lib/mysql:/bin/sh\n");
  write("etc/group", "root:x:0:\nmysql:x:999:\n");
  write(
    "etc/my.cnf",
    "[mysqld]\ndatadir=/var/lib/mysql\nsocket=/run/mysqld/mysqld.sock\n!includedir /etc/mysql/conf.d/\n",
  );
  write("etc/mysql/conf.d/docker.cnf", "[mysqld]\nskip-name-resolve\n");
  for (const folder of ["tmp", "run/mysqld", "var/lib/mysql", "var/lib/mysql-files"]) {
    mkdirSync(join(tree, folder), { recursive: true });
    chmodSync(join(tree, folder), 0o1777);
  }
  // The loader's path is compiled into every binary; Debian keeps the file under /usr.
  for (const folder of ["lib", "lib64"]) {
    if (!existsSync(join(tree, folder))) symlinkSync(`usr/${folder}`, join(tree, folder));
  }
  write("docker-entrypoint.sh", readFileSync(entrypoint, "utf8"));
  chmodSync(join(tree, "docker-entrypoint.sh"), 0o755);
  const busybox = await busyboxBinary();
  mkdirSync(join(tree, "bin"));
  copyFileSync(busybox, join(tree, "bin/busybox"));
  const tools = await run({ program: busybox, args: ["--list"] }, limits);
  for (const name of tools.stdout.trim().split("\n")) {
    if (name !== "busybox") symlinkSync("busybox", join(tree, "bin", name));
  }
}

async function busyboxBinary(): Promise<string> {
  const folder = join(cacheFolder(), "programs", "busybox-static");
  await builtOnce(folder, { waitMs: limits.timeoutMs }, async (draft) => {
    const work = mkdtempSync(join(draft, "apt-"));
    const apt = await openApt(work, machineSources(), limits);
    await apt.unpack("busybox-static", join(draft, "root"));
    rmSync(work, { recursive: true });
  });
  const found = ["bin/busybox", "usr/bin/busybox"].map((path) => join(folder, "root", path)).find(existsSync);
  if (found === undefined) throw new Error(`no busybox in ${folder}`);
  return found;
}

async function exists(image: string): Promise<boolean> {
  return (await attempt({ program: "docker", args: ["image", "inspect", image] }, limits)).code === 0;
}

function docker(...args: string[]) {
  return run({ program: "docker", args }, limits);
}
