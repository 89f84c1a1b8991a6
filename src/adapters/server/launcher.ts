import type { Flavour } from "../../core/in-force/facts.ts";
import type { Exit } from "../process.ts";

/** A build of a server: what it is called, and what tells it from every other. */
export type Build = {
  flavour: Flavour;
  /** Major, minor, patch. */
  version: readonly [number, number, number];
  /** Differs where data directories may not be exchanged: the binary's or the image's digest. */
  digest: string;
};

/**
 * An arm's own folder, by the same absolute path wherever the server runs (a container mounts it there), so that
 * one my.cnf serves all.
 */
export type ArmFolder = {
  path: string;
  myCnf: string;
  data: string;
  tmp: string;
  socket: string;
  errorLog: string;
};

/** How a server process came to its end. */
export type Ending = Exit & { outOfMemory: boolean; stoppedFromOutside: boolean };

/** A server process that was started and may not be ready yet. */
export type Launched = {
  /** Resolves when the process is gone, whoever ended it. */
  readonly ended: Promise<Ending>;
  /** What it wrote beside its error log. */
  output(): string;
  pin(cpus: readonly number[]): Promise<void>;
  cpuSeconds(): Promise<number>;
  rssBytes(): Promise<number>;
  /** Asks it to end in order, and kills it after the limit. */
  stop(limitMs: number): Promise<void>;
  kill(): Promise<void>;
};

/** The one thing in which local processes and containers differ: how a server process comes into being. */
export type Launcher = {
  readonly kind: "local" | "docker";
  /** Leading lines of `[mysqld]` that only this way of running knows: basedir, user. */
  readonly options: Readonly<Record<string, string>>;
  /** Looked up once. */
  build(): Promise<Build>;
  /** Runs the server program in the foreground to its end: to initialise, to check a configuration. */
  runToEnd(
    folder: ArmFolder,
    args: readonly string[],
    input?: string,
  ): Promise<{ exit: Exit; output: string }>;
  launch(folder: ArmFolder, cpus: readonly number[] | undefined): Promise<Launched>;
};
