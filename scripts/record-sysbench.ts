/**
 * Records what the real sysbench prints, as fixtures for the tests: `tsx scripts/record-sysbench.ts`. Each file holds
 * stdout, and where there was any, stderr after a line `=== stderr`, then how it ended.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createOwner, type Exit } from "../src/adapters/process.ts";
import { provisionSysbench } from "../src/adapters/provision/provision.ts";
import { prepareTables, startScratchMysqld } from "../test/adapters/sysbench/scratch-mysqld.ts";

const fixtures = "test/fixtures/sysbench";
const work = mkdtempSync(join(tmpdir(), "record-sysbench-"));
const control = join(work, "control");
writeFileSync(control, "\0");
mkdirSync(fixtures, { recursive: true });

const { program } = await provisionSysbench();
const server = await startScratchMysqld();
await prepareTables(server, program, { tables: 2, rows: 1000 });
const owner = createOwner();

const basic = [
  `--mysql-socket=${server.endpoint.path}`,
  "--mysql-user=root",
  "--tables=2",
  "--table-size=1000",
  "--rand-type=uniform",
];

/** Another one each time: the same updates a second time would change nothing. */
let seed = 0;

type Recording = {
  script?: string;
  wrapped?: boolean;
  args?: string[];
  /** What happens to it a second after its start. */
  meanwhile?: (pid: number) => void | Promise<void>;
};

async function record(name: string, { script = "oltp_read_only", wrapped, args = [], meanwhile }: Recording) {
  seed += 1;
  const own = script.includes("/") ? script : `${program.scripts}/${script}.lua`;
  const first = wrapped ? "scenarios/workloads/controlled.lua" : own;
  const env = {
    ...program.env,
    HOME: "/home/user",
    MYSQL_PERF_GATE_SCRIPT: script.includes("/") ? join(process.cwd(), script) : script,
    MYSQL_PERF_GATE_CONTROL: control,
  };
  const output = { stdout: "", stderr: "" };
  const child = owner.spawn(
    {
      ...program,
      args: [
        ...program.args,
        first,
        ...basic,
        `--rand-seed=${seed}`,
        "--threads=2",
        "--time=2",
        ...args,
        "run",
      ],
      env,
    },
    {
      onStdout(text) {
        output.stdout += text;
      },
      onStderr(text) {
        output.stderr += text;
      },
    },
  );
  if (meanwhile !== undefined) {
    await delay(1000);
    await meanwhile(child.pid);
  }
  write(name, output, await child.exited);
}

function write(name: string, { stdout, stderr }: { stdout: string; stderr: string }, { code, signal }: Exit) {
  // Paths of this machine would differ with every recording.
  const plain = (text: string) =>
    text
      .replaceAll(/[^\s'`]*\/share\/sysbench\//g, "/usr/share/sysbench/")
      .replaceAll(work, "/run/arm")
      .replaceAll(server.endpoint.path, "/run/arm/mysqld.sock")
      .replaceAll(process.cwd(), "/repository");
  const ending = `=== ended ${signal ?? code}\n`;
  const errors = stderr === "" ? "" : `=== stderr\n${plain(stderr)}`;
  writeFileSync(join(fixtures, `${name}.txt`), `${plain(stdout)}${errors}${ending}`);
}

const seconds = ["--report-interval=1"];
await record("read-only", { args: seconds });
await record("read-write", { script: "oltp_read_write", args: seconds });
await record("write-only", { script: "oltp_write_only" });
await record("point-select", { script: "oltp_point_select" });
await record("update-index", { script: "oltp_update_index" });
await record("mix", { script: "scenarios/workloads/point_select_update_index.lua" });
await record("controlled", {
  script: "oltp_read_write",
  wrapped: true,
  args: [...seconds, "--histogram=on"],
});
await record("controlled-no-events", { wrapped: true, args: ["--time=1", "--rate=1", "--threads=1"] });
await record("histogram-95", { args: ["--histogram=on", "--percentile=95"] });
await record("histogram-99", { args: ["--histogram=on", "--percentile=99"] });
await record("percentile-0", { args: ["--percentile=0", ...seconds] });
await record("rate", { args: ["--rate=50", ...seconds] });
await record("table-size-too-large", { script: "oltp_write_only", args: ["--table-size=100000"] });

await record("cannot-connect", { args: [`--mysql-socket=${work}/none.sock`] });
await record("access-denied", { args: ["--mysql-user=nobody"] });
await record("unknown-database", { args: ["--mysql-db=none"] });
await record("no-such-table", { args: ["--tables=3"] });
await record("invalid-option", { args: ["--no-such-option=1"] });
await record("no-such-script", { script: "oltp_read_onyl", wrapped: true });
await record("script-fails", { script: "test/fixtures/sysbench/fails.lua", wrapped: true });

await server.query("SET GLOBAL max_prepared_stmt_count = 15");
await record("prepared-statements", { args: ["--threads=8"] });
await server.query("SET GLOBAL max_prepared_stmt_count = 16382");
await server.query("SET GLOBAL max_connections = 4");
await record("too-many-connections", { args: ["--threads=8"] });
await server.query("SET GLOBAL max_connections = 151");
await server.query("SET GLOBAL super_read_only = ON");
await record("read-only-server", { script: "oltp_write_only" });
await server.query("SET GLOBAL super_read_only = OFF, GLOBAL read_only = OFF");

await record("connection-killed", {
  meanwhile: async () => {
    const [row] = await server.query(
      "SELECT id FROM information_schema.processlist WHERE db = 'sbtest' LIMIT 1",
    );
    await server.query(`KILL ${row?.id ?? row?.ID}`);
  },
});
await record("terminated", { args: [...seconds], meanwhile: (pid) => void process.kill(pid, "SIGTERM") });
await record("killed", { args: [...seconds], meanwhile: (pid) => void process.kill(pid, "SIGKILL") });
await record("segmentation-fault", { meanwhile: (pid) => void process.kill(pid, "SIGSEGV") });
await record("alarm", { meanwhile: (pid) => void process.kill(pid, "SIGALRM") });
await record("server-killed", {
  script: "oltp_read_write",
  args: ["--time=5", ...seconds],
  meanwhile: () => void process.kill(server.pid, "SIGKILL"),
});

await owner.stopAll();
await server.stop();
rmSync(work, { recursive: true });
