import { describe, expect, it } from "vitest";
import { cpuCounters, cpuSecondsOfGroup } from "../../../src/adapters/server/cgroup.ts";

const filesOf = (text: string) => cpuCounters(text).map(({ file }) => file);

describe("cpuCounters", () => {
  it.each([
    [
      "the second version, as systemd drives it",
      "0::/system.slice/docker-4f5e.scope\n",
      ["/sys/fs/cgroup/system.slice/docker-4f5e.scope/cpu.stat"],
    ],
    [
      "the first version",
      "5:memory:/docker/4f5e\n4:cpu,cpuacct:/docker/4f5e\n3:cpuset:/docker/4f5e\n",
      ["/sys/fs/cgroup/cpuacct/docker/4f5e/cpuacct.usage"],
    ],
    [
      "both side by side",
      "3:cpuacct:/docker/4f5e\n2:cpu:/docker/4f5e\n0::/docker/4f5e\n",
      ["/sys/fs/cgroup/cpuacct/docker/4f5e/cpuacct.usage", "/sys/fs/cgroup/docker/4f5e/cpu.stat"],
    ],
    ["a path with colons", "0::/a:b/c\n", ["/sys/fs/cgroup/a:b/c/cpu.stat"]],
    ["nothing", "", []],
  ])("finds the counters of %s", (_, text, files) => {
    expect(filesOf(text)).toEqual(files);
  });

  it("reads microseconds of the second version and nanoseconds of the first", () => {
    const [second] = cpuCounters("0::/x");
    const [first] = cpuCounters("4:cpuacct:/x");
    expect(second?.read("usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n")).toBe(2.5);
    expect(first?.read("2500000000\n")).toBe(2.5);
  });
});

describe("cpuSecondsOfGroup", () => {
  it("knows when the kernel does not show the group", () => {
    expect(cpuSecondsOfGroup("0::/no/such/group")).toBeUndefined();
  });
});
