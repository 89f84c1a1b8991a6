import { describe, expect, it } from "vitest";
import { readMyCnf } from "../../../../src/core/config/my-cnf/read-my-cnf.ts";
import {
  applyPolicy,
  type OptionsOrigin,
  type Trust,
} from "../../../../src/core/config/policy/options-policy.ts";
import { memoryTree } from "../memory-tree.ts";

const release = { flavour: "mysql", version: "9.7" } as const;

async function judge(text: string, trust: Trust, origin: OptionsOrigin) {
  const tree = memoryTree({ "my.cnf": `[mysqld]\n${text}\n` });
  const { options } = await readMyCnf(tree, "my.cnf", release);
  const outcome = applyPolicy(options, { trust, origin, release });
  return {
    kept: outcome.options.map(({ name, value }) => (value === null ? name : `${name}=${value}`)),
    findings: outcome.findings.map(({ severity, place, what }) => `${place.line} ${severity}: ${what}`),
  };
}

describe("options that the gate owns", () => {
  it.each(["datadir=/var/lib/mysql", "loose_port=1", "skip_networking", "user=mysql"])(
    "%s is set aside in a my.cnf and an error in a scenario",
    async (text) => {
      for (const trust of ["trusted", "untrusted"] as const) {
        const inMyCnf = await judge(text, trust, "my-cnf");
        expect(inMyCnf.kept).toEqual([]);
        expect(inMyCnf.findings).toEqual([expect.stringMatching(/^2 warning: `[a-z_]+` is set aside$/)]);
        const inScenario = await judge(text, trust, "scenario");
        expect(inScenario.kept).toEqual([]);
        expect(inScenario.findings).toEqual([expect.stringMatching(/^2 error: A scenario cannot set/)]);
      }
    },
  );

  it("leave the rest as it is", async () => {
    const { kept } = await judge("port=3306\nmax_connections=50\nsocket=/x", "trusted", "my-cnf");
    expect(kept).toEqual(["max_connections=50"]);
  });
});

describe("the binary log", () => {
  it.each([
    [
      "log_bin=/var/log/mysql/bin",
      ["log_bin"],
      ["2 warning: The path of `log_bin` is set aside: the binary log is on, in the gate's own folder"],
    ],
    ["log_bin=bin", ["log_bin=bin"], []],
    ["skip_log_bin", ["skip_log_bin"], []],
  ])("%s", async (text, kept, findings) => {
    expect(await judge(text, "trusted", "my-cnf")).toEqual({ kept, findings });
    expect(await judge(text, "untrusted", "my-cnf")).toEqual({ kept, findings });
  });
});

describe("options that no gate runs with", () => {
  it.each([
    "read_only=ON",
    "super_read_only",
    "offline_mode=1",
    "enable_innodb_read_only",
    "innodb_force_recovery=1",
    "skip_grant_tables",
    "init_file=x.sql",
    "plugin_load_add=x.so",
    "loose_early_plugin_load=x.so",
    "innodb_dedicated_server=ON",
    "initialize",
    "transaction_read_only=ON",
    "keyring_migration_source=x",
  ])("%s is an error everywhere", async (text) => {
    for (const trust of ["trusted", "untrusted"] as const) {
      for (const origin of ["my-cnf", "scenario"] as const) {
        const { kept, findings } = await judge(text, trust, origin);
        expect(kept).toEqual([]);
        expect(findings).toEqual([expect.stringMatching(/^2 error: A gate does not run with/)]);
      }
    }
  });

  it.each(["read_only=OFF", "super_read_only=0", "innodb_force_recovery=0", "skip_innodb_dedicated_server"])(
    "%s is no such thing",
    async (text) => {
      expect((await judge(text, "trusted", "my-cnf")).findings).toEqual([]);
    },
  );
});

describe("untrusted options", () => {
  it.each([
    "innodb_buffer_pool_size=1G",
    "loose_performance_schema_instrument='wait/%=ON'",
    "maximum_sort_buffer_size=1M",
    "skip_innodb_adaptive_hash_index",
    "skip_name_resolve",
  ])("%s is let through", async (text) => {
    expect((await judge(text, "untrusted", "scenario")).findings).toEqual([]);
  });

  it.each([
    "init_connect='set @a=1'",
    "local_infile=ON",
    "large_pages",
    "memlock",
    "log_timestamps=SYSTEM",
    "loose_rocksdb_cache=1",
    "loose_skip_nonsense",
    "replicate_do_db=x",
    "report_host=x",
  ])("%s is not", async (text) => {
    for (const origin of ["my-cnf", "scenario"] as const) {
      const { kept, findings } = await judge(text, "untrusted", origin);
      expect(kept).toEqual([]);
      expect(findings).toEqual([
        expect.stringMatching(/^2 error: `[a-z_]+` may not come from an untrusted pull request$/),
      ]);
    }
  });

  it.each(["init_connect='set @a=1'", "large_pages", "loose_rocksdb_cache=1"])(
    "%s may be trusted",
    async (text) => {
      expect((await judge(text, "trusted", "scenario")).findings).toEqual([]);
    },
  );
});
