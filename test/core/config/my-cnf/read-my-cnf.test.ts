import { describe, expect, it } from "vitest";
import { readMyCnf } from "../../../../src/core/config/my-cnf/read-my-cnf.ts";
import { memoryTree } from "../memory-tree.ts";

const release = { flavour: "mysql", version: "9.7" } as const;

async function read(files: Record<string, string>) {
  const { options, findings } = await readMyCnf(memoryTree(files), "my.cnf", release);
  return {
    options: options.map(({ name, value, place }) => `${place.file}:${place.line} ${name}=${value}`),
    findings: findings.map(({ severity, place, what }) => `${place.file}:${place.line} ${severity}: ${what}`),
  };
}

describe("readMyCnf", () => {
  it("keeps the last value of an option, in its place", async () => {
    const text = "[mysqld]\nmax_connections=1\nback_log=50\n[server]\nmax-connections=2\n";
    expect(await read({ "my.cnf": text })).toEqual({
      options: ["my.cnf:3 back_log=50", "my.cnf:5 max_connections=2"],
      findings: ["my.cnf:5 warning: `max_connections` is set again"],
    });
  });

  it("keeps all values of options that add up", async () => {
    const text = "[mysqld]\nreplicate_do_db=a\nreplicate_do_db=b\nreplicate-do-db=a\n";
    expect(await read({ "my.cnf": text })).toEqual({
      options: ["my.cnf:2 replicate_do_db=a", "my.cnf:3 replicate_do_db=b", "my.cnf:4 replicate_do_db=a"],
      findings: [],
    });
  });

  it("takes a file that overrides another for what includes are for", async () => {
    const files = { "my.cnf": "[mysqld]\nback_log=50\n!include x.cnf\n", "x.cnf": "[mysqld]\nback_log=60\n" };
    const { options, findings } = await read(files);
    expect(options).toEqual(["x.cnf:2 back_log=60"]);
    expect(findings).toEqual(["my.cnf:3 warning: `x.cnf` is read as `x.cnf` of the repository"]);
  });

  it("leaves out the groups of other programs", async () => {
    expect(
      await read({ "my.cnf": "[client]\nnonsense\n[mysqld]\nback_log=50\n[mysqldump]\nquick\n" }),
    ).toEqual({
      options: ["my.cnf:4 back_log=50"],
      findings: [],
    });
  });

  it("reports everything that is wrong, in the order of the lines", async () => {
    const text = "x=1\n[mysqdl]\n[mysqld]\nmax_conections=1\nback_log\nmax_connections=1GB\n!foo\n";
    const { findings } = await read({ "my.cnf": text });
    expect(findings.map((finding) => finding.split(" ", 1)[0])).toEqual([
      "my.cnf:1",
      "my.cnf:2",
      "my.cnf:4",
      "my.cnf:5",
      "my.cnf:6",
      "my.cnf:6",
      "my.cnf:7",
    ]);
  });

  it("looks at a bounded number of options", async () => {
    const { findings } = await read({ "my.cnf": `[mysqld]\n${"replicate_do_db=a\n".repeat(6000)}` });
    expect(findings).toEqual(["my.cnf:5002 error: There are more than 5000 options"]);
  });
});
