import { join } from "node:path";
import type { Flavour } from "../../core/in-force/facts.ts";
import type { Exit } from "../process.ts";
import type { Options } from "./flavour.ts";

/** A build of a server: what it is called, and what tells it from every other. */
export type Build = {
  flavour: Flavour;
  /** Major, minor, patch. */
  version: readonly [number, number, number];
  /** Data directories may be exchanged within one digest alone: the binary's or the image's. */
  digest: string;
  /** Of a container: as it was asked for, and its registry's digest, or the engine's where it came from none. */
  image?: { name: string; digest: string };
};

/**
 * A server's own folder, under the same absolute path wherever it runs (a container has it mounted there), so that
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

export function armFolder(path: string): ArmFolder {
  return {
    path,
    myCnf: join(path, "my.cnf"),
    data: join(path, "data"),
    tmp: join(path, "tmp"),
    socket: join(path, "s.sock"),
    errorLog: join(path, "error.log"),
  };
}

/** How a server process came to its end. */
export type Ending = Exit & { outOfMemory: boolean };

/** A server process that was started and may not be ready yet. */
export type Launched = {
  /** Resolves when the process is gone, whoever ended it; never rejects. */
  readonly ended: Promise<Ending>;
  /** The last of what it wrote beside its error log. */
  output(): string;
  pin(cpus: readonly number[]): Promise<void>;
  cpuSeconds(): Promise<number>;
  rssBytes(): Promise<number>;
  /** Asks it to end in order, and kills it after the limit; resolves when it is gone. */
  stop(limitMs: number): Promise<void>;
  kill(): Promise<void>;
};

/** The one thing in which local processes and containers differ: how a server process comes into being. */
export type Launcher = {
  readonly kind: "local" | "docker";
  /** Options that belong to this way of running: basedir, user. */
  readonly options: Options;
  readonly build: Build;
  /** Fills `folder.data` with a new system database, whose root has no password; `folder.myCnf` is in place. */
  initialise(folder: ArmFolder): Promise<void>;
  /** Values of a server that is given no options at all, for those that cannot tell by themselves (MySQL 5). */
  compiledDefaults(): Promise<Record<string, string>>;
  /** Starts the server on `folder.myCnf`. */
  launch(folder: ArmFolder, cpus?: readonly number[]): Promise<Launched>;
};
