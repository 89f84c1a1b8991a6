import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { coresOf, readCpus } from "../../../src/adapters/cpus/cpus.ts";
import { cpuQuota } from "../../../src/adapters/cpus/quota.ts";

afterEach(() => vi.unstubAllEnvs());

const made: string[] = [];
afterAll(() => {
  for (const root of made) rmSync(root, { recursive: true });
});

/** The part of a machine's files that is looked at. */
function machine(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "machine-"));
  made.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
const legacy =
  "31 24 0:27 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro,nosuid master:10 - cgroup cgroup rw,cpu,cpuacct\n";
const memory = "32 24 0:28 /docker/abc /sys/fs/cgroup/memory ro,nosuid master:11 - cgroup cgroup rw,memory\n";

describe("the CPU quota", () => {
  it.each<[string, Record<string, string>, number | undefined]>([
    [
      "none, on a machine of its own",
      {
        "proc/self/cgroup": "0::/user.slice\n",
        "proc/self/mountinfo": unified,
        "sys/fs/cgroup/user.slice/cpu.max": "max 100000\n",
      },
      undefined,
    ],
    [
      "a container's, which sees itself as the root",
      {
        "proc/self/cgroup": "0::/\n",
        "proc/self/mountinfo": unified,
        "sys/fs/cgroup/cpu.max": "150000 100000\n",
      },
      1.5,
    ],
    [
      "the smallest on the way up",
      {
        "proc/self/cgroup": "0::/pods/pod1/main\n",
        "proc/self/mountinfo": unified,
        "sys/fs/cgroup/pods/pod1/main/cpu.max": "max 100000\n",
        "sys/fs/cgroup/pods/pod1/cpu.max": "200000 100000\n",
        "sys/fs/cgroup/pods/cpu.max": "800000 100000\n",
      },
      2,
    ],
    [
      "a version 1 container's, which sees the host's path",
      {
        "proc/self/cgroup": "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n",
        "proc/self/mountinfo": memory + legacy,
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "250000\n",
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
      },
      2.5,
    ],
    [
      "none in version 1",
      {
        "proc/self/cgroup": "4:cpu,cpuacct:/docker/abc\n",
        "proc/self/mountinfo": legacy,
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "-1\n",
        "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
      },
      undefined,
    ],
    ["none where there are no cgroups", {}, undefined],
  ])("%s", (_, files, quota) => {
    expect(cpuQuota(machine(files))).toBe(quota);
  });

  it("of this machine can be read", () => {
    expect(cpuQuota() ?? 1).toBeGreaterThan(0);
  });
});

describe("cores", () => {
  const siblings = (lists: Record<number, string>) =>
    machine(
      Object.fromEntries(
        Object.entries(lists).map(([cpu, list]) => [
          `sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`,
          `${list}\n`,
        ]),
      ),
    );

  it.each<[string, number[], Record<number, string>, number[][]]>([
    [
      "side by side",
      [0, 1, 2, 3],
      { 0: "0-1", 1: "0-1", 2: "2-3", 3: "2-3" },
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      "far apart",
      [0, 1, 2, 3],
      { 0: "0,2", 1: "1,3", 2: "0,2", 3: "1,3" },
      [
        [0, 2],
        [1, 3],
      ],
    ],
    ["in part forbidden", [0, 2, 3], { 0: "0-1", 2: "2-3", 3: "2-3" }, [[0], [2, 3]]],
    ["unknown", [0, 1], {}, [[0], [1]]],
  ])("with siblings %s", (_, allowed, lists, cores) => {
    expect(coresOf(allowed, siblings(lists))).toEqual(cores);
  });
});

describe("this machine", () => {
  it("lets its processes be pinned, and each CPU is of one core", async () => {
    const { allowed, cores, pinningRefused } = await readCpus();
    expect(pinningRefused).toBeUndefined();
    expect(cores.flat().sort((a, b) => a - b)).toEqual(allowed);
  });

  it("does not, where taskset is missing", async () => {
    vi.stubEnv("PATH", "/nonexistent");
    expect((await readCpus()).pinningRefused).toBe("taskset is missing.");
  });
});
