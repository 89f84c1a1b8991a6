import { existsSync, readFileSync } from "node:fs";
import { atSuite, machineSources, type Source } from "./sources.ts";

/** What to get: from where, which package, and the binary that is wanted of it. */
export type Recipe = {
  name: "mysql" | "mariadb" | "sysbench";
  binary: string;
  sources(): Source[];
  /** The packages that would do: this one, or this one with a version at its end. */
  package: string;
};

export const recipes = {
  // Debian's stable suites have no MySQL; unstable's brings its own libraries and so runs on all of them.
  mysql: {
    name: "mysql",
    binary: "usr/sbin/mysqld",
    package: "mysql-server-core",
    sources: () => (distribution().id === "debian" ? unstable() : machineSources()),
  },
  mariadb: {
    name: "mariadb",
    binary: "usr/sbin/mariadbd",
    package: "mariadb-server-core",
    sources: () => machineSources(),
  },
  sysbench: {
    name: "sysbench",
    binary: "usr/bin/sysbench",
    package: "sysbench",
    sources: () => machineSources(),
  },
} satisfies Record<string, Recipe>;

function unstable(): Source[] {
  return atSuite(machineSources(), distribution().codename, "unstable");
}

function distribution(file = "/etc/os-release"): { id: string; codename: string } {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const value = (name: string) => new RegExp(`^${name}="?([^"\n]*)"?$`, "m").exec(text)?.[1] ?? "";
  return { id: value("ID"), codename: value("VERSION_CODENAME") };
}

/** Of `wanted`, `wanted-8.0` and `wanted-8.4`, the one with the highest version; a name without a version wins. */
export function choosePackage(names: readonly string[], wanted: string): string | undefined {
  const version = (name: string) =>
    name
      .slice(wanted.length + 1)
      .split(".")
      .map(Number);
  const versioned = names
    .filter((name) => name.startsWith(`${wanted}-`) && version(name).every((part) => !Number.isNaN(part)))
    .sort(
      (a, b) =>
        version(b)
          .map((part, i) => part - (version(a)[i] ?? 0))
          .find((order) => order !== 0) ?? 0,
    );
  return names.includes(wanted) ? wanted : versioned[0];
}
