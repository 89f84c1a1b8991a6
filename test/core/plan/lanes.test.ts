import { describe, expect, it } from "vitest";
import { type Cpus, type LaneWish, planLanes } from "../../../src/core/plan/lanes.ts";

function cpus(cores: number[][], differing: Partial<Cpus> = {}): Cpus {
  const allowed = cores.flat().sort((a, b) => a - b);
  return { allowed, cores, quota: undefined, pinningRefused: undefined, ...differing };
}

const alone = (...numbers: number[]) => numbers.map((cpu) => [cpu]);

describe("lanes", () => {
  it.each<[string, Cpus, LaneWish, number[][], boolean]>([
    ["2 vCPUs, each a core", cpus(alone(0, 1)), {}, [[0], [1]], false],
    ["2 vCPUs, one core", cpus([[0, 1]]), {}, [[0], [1]], true],
    [
      "4 vCPUs, siblings side by side",
      cpus([
        [0, 1],
        [2, 3],
      ]),
      {},
      [
        [0, 1],
        [2, 3],
      ],
      false,
    ],
    [
      "4 vCPUs, siblings far apart",
      cpus([
        [0, 2],
        [1, 3],
      ]),
      {},
      [
        [0, 2],
        [1, 3],
      ],
      false,
    ],
    [
      "4 vCPUs, one to a lane",
      cpus([
        [0, 2],
        [1, 3],
      ]),
      { width: 1 },
      [[0], [1]],
      false,
    ],
    ["cpuset 0,2-3", cpus(alone(0, 2, 3)), {}, [[0], [2]], false],
    ["half of a sibling pair missing", cpus([[0], [2, 3]]), {}, [[0], [2]], false],
    [
      "3 cores with siblings",
      cpus([
        [0, 3],
        [1, 4],
        [2, 5],
      ]),
      {},
      [
        [0, 3],
        [1, 4],
      ],
      false,
    ],
    [
      "3 cores, as wide as can be",
      cpus([
        [0, 3],
        [1, 4],
        [2, 5],
      ]),
      { width: 3 },
      [
        [0, 3, 1],
        [4, 2, 5],
      ],
      true,
    ],
    [
      "8 vCPUs, four lanes",
      cpus([
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
      ]),
      { count: 4 },
      [
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
      ],
      false,
    ],
    [
      "8 vCPUs, width 3",
      cpus([
        [0, 1],
        [2, 3],
        [4, 5],
        [6, 7],
      ]),
      { width: 3 },
      [
        [0, 1, 2],
        [4, 5, 6],
      ],
      false,
    ],
    ["quota of 2.5 on 8", cpus(alone(0, 1, 2, 3, 4, 5, 6, 7), { quota: 2.5 }), {}, [[0], [1]], false],
    ["quota above the CPUs", cpus(alone(0, 1), { quota: 16 }), {}, [[0], [1]], false],
    [
      "unlike cores: two big with siblings, four small",
      cpus([[0, 1], [2, 3], [4], [5], [6], [7]]),
      {},
      [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ],
      false,
    ],
    [
      "two sockets",
      cpus([
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
      ]),
      {},
      [
        [0, 4, 1, 5],
        [2, 6, 3, 7],
      ],
      false,
    ],
    [
      "numbers in the wrong order",
      cpus([
        [3, 1],
        [2, 0],
      ]),
      {},
      [
        [0, 2],
        [1, 3],
      ],
      false,
    ],
  ])("%s", (_, machine, wish, lanes, shareCores) => {
    expect(planLanes(machine, wish)).toEqual({ lanes, shareCores });
  });

  it.each<[string, Cpus, LaneWish, RegExp, RegExp]>([
    ["one CPU", cpus(alone(3)), {}, /side by side/, /may use 1 CPU \(3\)/],
    ["three lanes on two CPUs", cpus(alone(0, 1)), { count: 3 }, /3 servers/, /may use 2 CPUs \(0, 1\)/],
    ["quota of 1.5", cpus(alone(0, 1, 2, 3), { quota: 1.5 }), {}, /side by side/, /the time of 1.5 CPUs/],
    [
      "no right to pin",
      cpus(alone(0, 1), { pinningRefused: "taskset is missing." }),
      {},
      /side by side/,
      /taskset is missing/,
    ],
    ["too wide", cpus(alone(0, 1, 2, 3)), { width: 3 }, /need 6, and 4 can be used/, /^$/],
  ])("%s: refused", (_, machine, wish, what, why) => {
    const planned = planLanes(machine, wish);
    if (!("refused" in planned)) throw new Error("not refused");
    expect(planned.refused.what).toMatch(what);
    expect(planned.refused.why ?? "").toMatch(why);
    expect(planned.refused.remedy).not.toBe("");
  });

  it("are of equal width and disjoint on any machine, and share a core only when they say so", () => {
    for (let cores = 1; cores <= 6; cores += 1) {
      for (let threads = 1; threads <= 2; threads += 1) {
        for (let count = 2; count <= 4; count += 1) {
          const machine = cpus(
            Array.from({ length: cores }, (_, core) =>
              Array.from({ length: threads }, (_, t) => core + t * cores),
            ),
          );
          const planned = planLanes(machine, { count });
          if ("refused" in planned) {
            expect(cores * threads).toBeLessThan(count);
            continue;
          }
          const used = planned.lanes.flat();
          expect(planned.lanes).toHaveLength(count);
          expect(new Set(planned.lanes.map((lane) => lane.length)).size).toBe(1);
          expect(new Set(used).size).toBe(used.length);
          expect(machine.allowed).toEqual(expect.arrayContaining(used));
          const lanesOfCore = machine.cores.map(
            (core) => planned.lanes.filter((lane) => lane.some((cpu) => core.includes(cpu))).length,
          );
          expect(Math.max(...lanesOfCore) > 1).toBe(planned.shareCores);
        }
      }
    }
  });
});
