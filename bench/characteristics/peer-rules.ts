import { normalTail } from "../../src/core/stats/normal.ts";
import { tTail } from "../../src/core/stats/student-t.ts";

/** Whether a rule of other tools calls head slower than base, from one ln(QPS) for each run of each. */
export type PeerRule = {
  name: string;
  runs: number;
  fails(base: readonly number[], head: readonly number[]): boolean;
};

/** The rules of the tools that gates are made of today, at the settings that they come with. */
export const peerRules: readonly PeerRule[] = [
  {
    name: "one run each, fails beyond a loss of 5 %",
    runs: 1,
    fails: ([base = 0], [head = 0]) => Math.expm1(head - base) < -0.05,
  },
  {
    name: "Welch's t, 12 runs each, p < 0.05 and slower",
    runs: 12,
    fails: (base, head) => mean(head) < mean(base) && welchP(base, head) < 0.05,
  },
  {
    name: "Mann-Whitney, 12 runs each, p < 0.05 and slower",
    runs: 12,
    fails: (base, head) => mean(head) < mean(base) && mannWhitneyP(base, head) < 0.05,
  },
  {
    name: "Mann-Whitney, 12 runs each, p < 0.05 and a loss over 5 %",
    runs: 12,
    fails: (base, head) => Math.expm1(mean(head) - mean(base)) < -0.05 && mannWhitneyP(base, head) < 0.05,
  },
];

/** Two-sided p of Welch's t-test (scipy.stats.ttest_ind with equal_var=False). */
export function welchP(a: readonly number[], b: readonly number[]): number {
  const [ofA, ofB] = [variance(a) / a.length, variance(b) / b.length];
  const df = (ofA + ofB) ** 2 / (ofA ** 2 / (a.length - 1) + ofB ** 2 / (b.length - 1));
  return 2 * tTail(Math.abs(mean(a) - mean(b)) / Math.sqrt(ofA + ofB), df);
}

/** Two-sided p of the Mann-Whitney test, asymptotic with continuity correction, without ties (scipy's default). */
export function mannWhitneyP(a: readonly number[], b: readonly number[]): number {
  let u = 0;
  for (const x of a) for (const y of b) if (x > y) u++;
  const pairs = a.length * b.length;
  const distance = Math.max(u, pairs - u) - pairs / 2 - 0.5;
  return Math.min(1, 2 * normalTail(distance / Math.sqrt((pairs * (a.length + b.length + 1)) / 12)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}
