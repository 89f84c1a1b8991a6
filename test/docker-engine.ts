import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cacheFolder, hold } from "../src/adapters/cache.ts";
import { stopMarked } from "../src/adapters/marks.ts";
import { attempt, createOwner, lastLines } from "../src/adapters/process.ts";
import { mountsUnder } from "./adapters/server/machine.ts";

export type DockerEngine = {
  /** Every container, volume and mount that the engine has: what a test compares before and after. */
  state(): Promise<Record<"containers" | "volumes" | "mounts", string[]>>;
  /** Stops the engine if it was started here. */
  stop(): Promise<void>;
};

/**
 * The engine that runs already, or one that is started for the tests (as root, from Debian's docker.io) and goes
 * with them. Its images are kept between runs; its network is left out, which no test needs.
 */
export async function dockerEngine(): Promise<DockerEngine> {
  if (await answers()) return { state, stop: async () => {} };
  const before = process.env.DOCKER_HOST;
  const folder = mkdtempSync(join(tmpdir(), "engine-"));
  // The socket in it is for its group as well.
  chmodSync(folder, 0o755);
  // Two engines may not share one store: where another test run has it, this one starts with none.
  const kept = join(cacheFolder(), "test-engine");
  const held = await hold(kept);
  const images = held === undefined ? join(folder, "images") : kept;
  mkdirSync(images, { recursive: true });
  const mark = `engine of ${images}`;
  // Of a test run that was killed.
  await stopMarked(mark);
  const host = `unix://${folder}/docker.sock`;
  const daemon = createOwner({ mark }).spawn({
    program: "dockerd",
    args: [
      `--host=${host}`,
      `--data-root=${images}`,
      `--exec-root=${folder}/exec`,
      `--pidfile=${folder}/pid`,
      "--bridge=none",
      "--iptables=false",
      "--ip6tables=false",
    ],
  });
  process.env.DOCKER_HOST = host;
  const stop = async () => {
    await daemon.stop(20_000);
    await held?.release();
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.DOCKER_HOST;
    else process.env.DOCKER_HOST = before;
  };
  while (!(await answers())) {
    if (daemon.ended() !== undefined) {
      await stop();
      throw new Error(
        `dockerd ended at once; is this root, and docker.io installed?\n${lastLines(daemon.tail(), 5)}`,
      );
    }
    await delay(100);
  }
  return { state, stop };
}

async function answers(): Promise<boolean> {
  const args = ["version", "--format", "{{.Server.Version}}"];
  return (await attempt({ program: "docker", args }, { timeoutMs: 20_000 })).code === 0;
}

async function state() {
  const lines = async (...args: string[]) => {
    const { stdout } = await attempt({ program: "docker", args }, { timeoutMs: 20_000 });
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .sort();
  };
  return {
    containers: await lines("ps", "--all", "--no-trunc", "--format", "{{.ID}} {{.Names}}"),
    volumes: await lines("volume", "ls", "--quiet"),
    mounts: mountsUnder((await lines("info", "--format", "{{.DockerRootDir}}"))[0] ?? "/"),
  };
}
