import type { ResolvedScenario } from "./core/config/scenario/resolved-scenario.ts";
import type { GateError } from "./core/error.ts";
import type { InForce } from "./core/in-force/facts.ts";
import type { GeneratorFacts, LoadScript, ScriptFacts } from "./core/sysbench/facts.ts";
import type { Interval, LoadReport } from "./core/sysbench/load-report.ts";

/** How to run a program that may need leading arguments, as one that brings its own loader does. */
export type Program = {
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

/** A mysqld or mariadbd, and where its files are when it was not installed in the usual place. */
export type ServerProgram = Program & {
  /** The binary itself, also where `program` is a loader. */
  binary: string;
  /** `--basedir`; left out for an installed server that knows its own. */
  basedir?: string;
};

/** A sysbench, and the folder of its stock Lua scripts when they are not where it looks by itself. */
export type SysbenchProgram = Program & { scripts?: string };

/** The tables that every arm holds: the same rows for the same three numbers, on every server build. */
export type DataSet = { tables: number; rows: number; seed: number };

/** Where and as whom a client connects. Several hosts share the load, as read replicas do. */
export type Endpoint = { user: string; password: string; database: string } & (
  | { kind: "socket"; path: string }
  | { kind: "tcp"; hosts: readonly string[]; port: number }
);

/** What a slice is made of: two of these, subtracted. */
export type Counters = {
  /** Milliseconds on the monotonic clock, at the moment the counter was read. */
  at: number;
  /** Statements that clients have sent since the start: the server's `Questions`. */
  questions: number;
  /** CPU time of the server's threads; undefined where it cannot be seen (an external server). */
  cpuSeconds: number | undefined;
};

type Memory = {
  /** Undefined where it cannot be seen. */
  rssBytes: number | undefined;
  performanceSchemaBytes: number;
};

export type Row = Record<string, string | null>;

/** One running server of one scenario: ready, with its setup SQL run. What is in force is for the caller to judge. */
export type Server = {
  /** Where the load goes. */
  readonly endpoint: Endpoint;
  /** Where reads alone may go as well. */
  readonly readEndpoint: Endpoint;
  /** What the server said of itself once the setup SQL had run. */
  readonly inForce: InForce;
  /** The server's error log, to be copied before the arm starts again; undefined where it is out of reach. */
  readonly logFile: string | undefined;
  /** Read over a connection that is kept open for it; costs the server one statement. */
  counters(): Promise<Counters>;
  memory(): Promise<Memory>;
  query(sql: string): Promise<Row[]>;
  /** Moves all its threads, now, to these CPUs. Throws where it has none of its own to move. */
  pin(cpus: readonly number[]): Promise<void>;
  /** Resolves, with the cause, if the server ends or stops working without having been asked to. */
  readonly crashed: Promise<GateError>;
  /** `discard`: its data will not be used again, so there is no need to wait for a clean shutdown. */
  stop(data: "keep" | "discard"): Promise<void>;
};

export type StartOrder = {
  /** Names the arm's folder, container and logs. */
  arm: string;
  scenario: ResolvedScenario;
  data: DataSet;
  /** `kept`: as the arm's last server left it, where there was one; `fresh`: a copy of the snapshot. */
  from: "fresh" | "kept";
  /** Options that the other arm's scenario sets: what it is compared in stays at the server's default here. */
  namedByOther?: readonly string[];
  /** The lane; left out, the server may use every CPU. */
  cpus?: readonly number[];
};

/** What the loading of a data set came to. */
type Loaded = {
  /** Of the snapshot: the server's build, the data set, and the options that shape the files. */
  digest: string;
  /** A checksum that equal rows have on every server: the arms of a comparison must agree in it. */
  rows: string;
  cached: boolean;
  seconds: number;
};

/** Starts servers in one way: as local processes, as containers, or not at all because they run elsewhere. */
export type ServerProvider = {
  readonly kind: "local" | "docker" | "external";
  /** Loads the data set for this scenario's server, unless that was done before. `start` does it too. */
  load(scenario: ResolvedScenario, data: DataSet): Promise<Loaded>;
  start(order: StartOrder): Promise<Server>;
  /** Stops what still runs and removes what is on disk. */
  close(): Promise<void>;
};

/** Told what takes its time, as plain sentences. */
export type Log = { info(text: string): void; warn(text: string): void };

/** What is sent to a server, by how many clients at once. */
export type Load = {
  workload: LoadScript;
  threads: number;
  data: Pick<DataSet, "tables" | "rows">;
  /**
   * 1 to 2³¹ − 1: which rows are asked for, in which order, and what is written. Not the same twice on data that was
   * kept, because an update to what is there already is no write.
   */
  seed: number;
  endpoint: Endpoint;
};

export type LoadOrder = {
  /** Names the log; an arm's. */
  arm: string;
  load: Load;
  /** The lane; left out, sysbench may use every CPU. */
  cpus?: readonly number[];
};

/** A sysbench whose threads are all connected and at work. */
export type RunningLoad = {
  /** The arguments it was started with, for the record; no secret is among them. */
  readonly args: readonly string[];
  /** `libmariadb.so.3`, as it is mapped; undefined where it is linked in. */
  readonly clientLibrary: string | undefined;
  readonly logFile: string;
  /** Moves all its threads, now, to these CPUs. */
  pin(cpus: readonly number[]): Promise<void>;
  /** CPU time of all its threads since the start; undefined once it has ended. */
  cpuSeconds(): number | undefined;
  /** Every thread waits once its event is done, and goes on at `resume`; no latency holds the wait. */
  halt(): void;
  resume(): void;
  /** Resolves, with the cause, if it ends without having been asked to. */
  readonly failed: Promise<GateError>;
  /** Lets every event end; rejects with the cause where there is no final report. */
  stop(): Promise<LoadReport>;
  /** At once, for a load whose report is of no more use. */
  kill(): Promise<void>;
};

export type LoadGenerator = {
  readonly facts: GeneratorFacts;
  examine(workload: LoadScript): Promise<ScriptFacts>;
  /** Resolves when all threads are connected. The load ends when it is stopped. */
  start(order: LoadOrder): Promise<RunningLoad>;
  /** From start to end, for so many seconds, with the rates of each second on the way. */
  run(order: LoadOrder, seconds: number): Promise<{ report: LoadReport; intervals: Interval[] }>;
};
