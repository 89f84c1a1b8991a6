/**
 * What it costs to have a load under control: scenarios/workloads/controlled.lua on each event, in nanoseconds (against
 * stock sysbench, in turn, without a server: a real event takes ten thousand times as long), and the pinning of a process,
 * in milliseconds of CPU time (budget for the whole controller: 3 % of one CPU while measuring).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cpusOf, pinProcess } from "../src/adapters/affinity.ts";
import { run } from "../src/adapters/process.ts";
import { provisionSysbench } from "../src/adapters/provision/provision.ts";
import { readOutput } from "../src/adapters/sysbench/output.ts";

export async function main([rounds = "5"]: string[]): Promise<void> {
  await benchControl(Number(rounds));
  await benchPinning(Number(rounds) * 20);
}

async function benchControl(rounds: number): Promise<void> {
  const { program } = await provisionSysbench();
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const control = join(folder, "control");
  writeFileSync(control, "\0");
  const env = {
    ...program.env,
    MYSQL_PERF_GATE_SCRIPT: "oltp_point_select",
    MYSQL_PERF_GATE_CONTROL: control,
  };
  const options = [
    "--mysql-dry-run=on",
    "--tables=4",
    "--rand-type=uniform",
    "--time=2",
    "--threads=1",
    "run",
  ];
  const nanoseconds = async (script: string) => {
    const args = [...program.args, script, ...options];
    const { stdout } = await run({ ...program, args, env }, { timeoutMs: 30_000 });
    const report = readOutput(stdout).report;
    return ((report?.seconds ?? Number.NaN) / (report?.events ?? Number.NaN)) * 1e9;
  };
  const differences: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = await nanoseconds(join(program.scripts ?? "", "oltp_point_select.lua"));
    const controlled = await nanoseconds(resolve("scenarios/workloads/controlled.lua"));
    console.log(`an empty event: plain ${plain.toFixed(1)} ns, controlled ${controlled.toFixed(1)} ns`);
    differences.push(controlled - plain);
  }
  rmSync(folder, { recursive: true });
  console.log(`control costs ${median(differences).toFixed(1)} ns an event (median of ${rounds})`);
}

async function benchPinning(times: number): Promise<void> {
  const cpus = cpusOf("self");
  const before = ownAndChildrensCpuSeconds();
  for (let time = 0; time < times; time += 1) await pinProcess(process.pid, cpus);
  const each = ((ownAndChildrensCpuSeconds() - before) / times) * 1000;
  console.log(`pinning a process costs ${each.toFixed(2)} ms of CPU time (mean of ${times})`);
  console.log(
    `four of them every 1.3 s: ${((4 * each) / 13).toFixed(2)} % of one CPU of ${availableParallelism()}`,
  );
}

/** utime, stime, cutime, cstime of /proc/PID/stat, in hundredths of a second. */
function ownAndChildrensCpuSeconds(): number {
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const ticks = fields.split(" ").slice(11, 15).map(Number);
  return ticks.reduce((sum, tick) => sum + tick, 0) / 100;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
