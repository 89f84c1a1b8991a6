import { describe, expect, it } from "vitest";
import { cpuSecondsOf, stealSeconds } from "../../src/adapters/cpu-time.ts";

describe("CPU time", () => {
  it("of this process grows with its work and agrees with the kernel's other count", () => {
    const before = cpuSecondsOf(process.pid);
    const counted = process.cpuUsage();
    let sum = 0;
    while (cpuSecondsOf(process.pid) - before < 0.05) for (let i = 0; i < 1e6; i += 1) sum += i;
    const { user, system } = process.cpuUsage(counted);
    expect(sum).toBeGreaterThan(0);
    expect(cpuSecondsOf(process.pid) - before).toBeCloseTo((user + system) / 1e6, 1);
  });

  it("stolen from some CPUs is theirs alone", () => {
    const stat =
      "cpu  90342 0 32853 236674 1346 0 218 231 0 0\n" +
      "cpu0 44144 0 15982 120440 133 0 65 116 0 0\n" +
      "cpu1 46197 0 16871 116233 1213 0 152 115 0 0\n" +
      "cpu10 1 0 1 1 1 0 1 900 0 0\nintr 1 2 3\n";
    expect(stealSeconds([1], stat)).toBe(1.15);
    expect(stealSeconds([0, 1], stat)).toBe(2.31);
    expect(stealSeconds([0])).toBeGreaterThanOrEqual(0);
  });
});
