import * as z from "zod";

/** The format's name and major version; a reader refuses a version that it does not know. */
export const RESULT_SCHEMA = "mysql-perf-gate/result@1";

export const cellVerdicts = [
  "pass",
  "improvement",
  "regression",
  "suspect",
  "inconclusive",
  "error",
] as const;
export type CellVerdict = (typeof cellVerdicts)[number];

const positive = z.number().positive();
const count = z.int().nonnegative();
const sides = <T extends z.ZodType>(of: T) => z.looseObject({ base: of, head: of });

/** Doubt as a value: what kind, and the sentence for the reader. */
const warning = z.looseObject({ kind: z.string(), text: z.string() });
export type Warning = z.infer<typeof warning>;

const slice = z.looseObject({
  lane: z.union([z.int(), z.string()]).meta({ description: "The lane that the head arm was on" }),
  baseQps: positive,
  headQps: positive,
  baseCpuUsPerQuery: positive.optional(),
  headCpuUsPerQuery: positive.optional(),
  baseClientCpus: z
    .number()
    .nonnegative()
    .optional()
    .meta({ description: "CPUs that its sysbench kept busy" }),
  headClientCpus: z.number().nonnegative().optional(),
  stealShare: z
    .number()
    .nonnegative()
    .optional()
    .meta({ description: "Of the CPUs' time, what the hypervisor took" }),
  seconds: positive,
});
export type Slice = z.infer<typeof slice>;

const pair = z.looseObject({
  round: z.int().optional().meta({ description: "Pairs without one count as a single round" }),
  at: z.union([z.number(), z.string()]).optional(),
  d: z.number().meta({ description: "Mean of the two slices' ln(QPS head / QPS base)" }),
  slices: z.array(slice).optional(),
  dropped: z.string().optional().meta({ description: "Why it does not count; only exogenous grounds" }),
});
export type Pair = z.infer<typeof pair>;

const latency = z.looseObject({
  avg: positive.optional(),
  p95: positive.optional(),
  p99: positive.optional(),
  max: positive.optional(),
});

/** What is read once in a round: the unit of every decision, so that p95 and memory can be judged too. */
const roundRecord = z.looseObject({
  round: z.int(),
  latency: sides(latency).optional(),
  rssBytes: sides(positive).optional(),
});
export type RoundRecord = z.infer<typeof roundRecord>;

const estimate = z.looseObject({
  changePct: z.number(),
  lowPct: z.number(),
  highPct: z.number(),
  confidence: z.number().gt(0).lt(1),
  rounds: count,
  pairs: count,
});
export type Estimate = z.infer<typeof estimate>;

export const otherMetrics = ["p95", "cpu-per-query", "memory"] as const;
export type OtherMetric = (typeof otherMetrics)[number];

const toleratedMetric = z.looseObject({
  tolerance: z.number().gt(0).meta({ description: "The largest acceptable rise, as a fraction" }),
  estimate: estimate.optional(),
  verdict: z.enum(cellVerdicts).optional(),
  reasons: z.array(z.string()).optional(),
});
export type ToleratedMetric = z.infer<typeof toleratedMetric>;

const comparison = z.enum(["base", "reference", "baseline"]);

/** As much of a cell as deciding needs: what other tools may write. */
const evidenceCell = z.looseObject({
  id: z.string().min(1),
  comparison: comparison.optional(),
  workload: z.string().optional(),
  base: z.string().optional(),
  head: z.string().optional(),
  tolerance: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .meta({ description: "The largest acceptable loss of QPS, as a fraction" }),
  pairs: z.array(pair),
  rounds: z.array(roundRecord).optional(),
  metrics: z.partialRecord(z.enum(otherMetrics), toleratedMetric).optional(),
  against: z
    .looseObject({ lnRatio: z.number(), standardError: z.number().nonnegative() })
    .optional()
    .meta({ description: "Of a cell against the baseline: the stored ln(QPS / QPS of the reference)" }),
  failure: z.string().optional().meta({ description: "What kept the cell from being measured as planned" }),
  estimate: estimate.optional(),
  verdict: z.enum(cellVerdicts).optional(),
  reasons: z.array(z.string()).optional(),
  warnings: z.array(warning).optional(),
});
export type EvidenceCell = z.infer<typeof evidenceCell>;

const cell = evidenceCell.extend({
  comparison,
  scenario: z.string(),
  base: z.string(),
  head: z.string(),
  workload: z.string(),
  threads: z.int().positive(),
  tolerance: z.number().gt(0).lt(1),
  latency: sides(latency).optional(),
  cpuUsPerQuery: sides(positive).optional(),
  qps: sides(positive).optional(),
  verdict: z.enum(cellVerdicts),
  reasons: z.array(z.string()),
  warnings: z.array(warning),
});

const arm = z.looseObject({
  id: z.string(),
  scenario: z.string(),
  role: z.enum(["base", "head"]),
  server: z.looseObject({
    flavour: z.string(),
    version: z.string(),
    provider: z.string(),
    image: z.string().optional(),
    imageDigest: z.string().optional(),
  }),
  effectiveOptions: z.record(z.string(), z.string().nullable()),
  performanceSchema: z.looseObject({
    enabled: z.boolean(),
    consumers: z.record(z.string(), z.boolean()),
    instruments: z.record(z.string(), z.looseObject({ enabled: count, timed: count, total: count })),
    memoryBytes: count.optional(),
  }),
  rssBytes: count.optional(),
  unverified: z
    .array(z.string())
    .optional()
    .meta({ description: "Options that the server took without showing them" }),
  crashed: z.boolean().optional(),
});

const fingerprint = z.looseObject({
  arch: z.string(),
  cpuModel: z.string().optional(),
  cpus: z.int().positive(),
  memoryMiB: positive.optional(),
  kernel: z.string().optional(),
  os: z.string().optional(),
  runner: z.string().optional(),
  sysbench: z.string().optional(),
  mysqlClientLibrary: z.string().optional(),
  method: z.enum(["duet", "interleaved"]),
  sliceSeconds: positive,
});

const suiteVerdicts = ["pass", "regression", "inconclusive", "error"] as const;
export type SuiteVerdict = (typeof suiteVerdicts)[number];

const suite = z.looseObject({
  verdict: z.enum(suiteVerdicts),
  counts: z.partialRecord(z.enum(cellVerdicts), count),
  falseAlarmRate: z.number().gt(0).lt(1),
  maxRounds: z.int().min(2).meta({ description: "How many rounds a cell could have had" }),
  expected: z
    .array(z.string())
    .meta({ description: "The ids of all planned cells; one that is missing is an error" }),
  wallSeconds: z.number().nonnegative(),
  measuredSeconds: z.number().nonnegative(),
  minimumDetectablePct: z
    .number()
    .optional()
    .meta({ description: "The loss that this run would find in 4 of 5 cases" }),
});

/** What `run` writes and reports read. */
export const resultSchema = z
  .looseObject({
    schema: z.literal(RESULT_SCHEMA),
    tool: z.looseObject({ version: z.string() }),
    startedAt: z.string(),
    finishedAt: z.string(),
    seed: z.union([z.int(), z.string()]),
    fingerprint,
    arms: z.array(arm),
    cells: z.array(cell),
    suite,
    warnings: z.array(warning),
  })
  .meta({ title: "mysql-perf-gate result", description: "What a run measured and decided" });
export type Result = z.infer<typeof resultSchema>;

/** What `decide` needs of a result: the pairs, and of the rest what there is. */
export const evidenceSchema = z.looseObject({
  schema: z.literal(RESULT_SCHEMA),
  arms: z.array(z.looseObject({ id: z.string(), crashed: z.boolean().optional() })).optional(),
  cells: z.array(evidenceCell).min(1),
  suite: suite.partial().optional(),
  warnings: z.array(warning).optional(),
});
export type EvidenceFile = z.infer<typeof evidenceSchema>;
