import type { Complaint } from "../error.ts";

/** The CPUs that this process may use, as the machine shows them. */
export type Cpus = {
  allowed: readonly number[];
  /** The allowed CPUs by physical core; each alone where the machine does not say. */
  cores: readonly (readonly number[])[];
  /** How many CPUs' worth of time the cgroup grants; undefined without a limit. */
  quota: number | undefined;
  /** Why threads cannot be pinned; undefined when they can. */
  pinningRefused: string | undefined;
};

export type Lanes = {
  /** Of equal width; with one lane for each arm that runs at the same time. */
  lanes: number[][];
  /** Two lanes are halves of one physical core: they slow each other down, both alike. */
  shareCores: boolean;
};

export type LaneWish = { count?: number; width?: number };

/** As wide as the machine allows unless a width is asked for; or why there can be none. */
export function planLanes(cpus: Cpus, { count = 2, width }: LaneWish = {}): Lanes | { refused: Complaint } {
  const widest = Math.floor(usable(cpus) / count);
  const refused = refusal(cpus, count, width, widest);
  if (refused !== undefined) return { refused };
  const asked = width ?? widest;
  const apart = wholeCores(cpus, count, asked, width === undefined ? 1 : asked);
  if (apart !== undefined) return { lanes: apart, shareCores: false };
  const flat = sorted(cpus.cores).flat();
  const lanes = Array.from({ length: count }, (_, lane) => flat.slice(lane * asked, (lane + 1) * asked));
  return { lanes, shareCores: true };
}

/** A quota of 2.5 on four CPUs lets two of them be busy all the time. */
function usable({ allowed, quota }: Cpus): number {
  return Math.min(allowed.length, Math.floor(quota ?? Number.POSITIVE_INFINITY));
}

/**
 * Lanes that share no core; a sibling that its lane has no room for stays idle. Where there are too few cores, narrower
 * ones, down to `narrowest`: a core that is nobody's is better than one that is everybody's.
 */
function wholeCores(cpus: Cpus, count: number, width: number, narrowest: number): number[][] | undefined {
  const waiting = sorted(cpus.cores);
  const lanes: number[][] = [];
  while (lanes.length < count) {
    const lane: number[] = [];
    while (lane.length < width) {
      const core = waiting.shift();
      if (core === undefined) {
        return width > narrowest ? wholeCores(cpus, count, width - 1, narrowest) : undefined;
      }
      lane.push(...core.slice(0, width - lane.length));
    }
    lanes.push(lane);
  }
  return lanes;
}

function sorted(cores: Cpus["cores"]): number[][] {
  return cores.map((core) => [...core].sort((a, b) => a - b)).sort(([a = 0], [b = 0]) => a - b);
}

function refusal(
  cpus: Cpus,
  count: number,
  width: number | undefined,
  widest: number,
): Complaint | undefined {
  const { allowed, quota, pinningRefused } = cpus;
  const what = `${count} servers cannot be measured side by side on this machine`;
  if (allowed.length < count) {
    return {
      what,
      why: `Each needs CPUs of its own, and this process may use ${plural(allowed.length)} (${allowed.join(", ")}).`,
      remedy: `Use a machine, or a container's cpuset, with at least ${plural(count)}.`,
    };
  }
  if (widest < 1) {
    return {
      what,
      why: `The cgroup's quota grants the time of ${quota} CPUs: all would be throttled together.`,
      remedy: `Raise the quota to at least ${plural(count)} (docker run --cpus, Kubernetes limits.cpu), or remove it.`,
    };
  }
  if (pinningRefused !== undefined) {
    return {
      what,
      why: `Their threads cannot be pinned to CPUs: ${pinningRefused}`,
      remedy: "Install taskset (util-linux), and allow sched_setaffinity where a seccomp profile forbids it.",
    };
  }
  if (width !== undefined && width > widest) {
    return {
      what: `${count} lanes of ${plural(width)} need ${count * width}, and ${count * widest} can be used`,
      remedy: `Ask for lanes of at most ${plural(widest)}, or leave the width out.`,
    };
  }
  return undefined;
}

function plural(count: number): string {
  return count === 1 ? "1 CPU" : `${count} CPUs`;
}
