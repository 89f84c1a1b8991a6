import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createOwner, run as runCommand } from "../../../src/adapters/process.ts";
import { dockerLauncher } from "../../../src/adapters/server/docker.ts";
import { docker } from "../../../src/adapters/server/docker-command.ts";
import { type ArmFolder, armFolder, type Launcher } from "../../../src/adapters/server/launcher.ts";
import { connect } from "../../../src/adapters/server/mysql.ts";
import { beginRun, type Run, sweepRun } from "../../../src/adapters/server/run.ts";
import { socketEndpoint, startServer } from "../../../src/adapters/server/start.ts";
import { type DockerEngine, dockerEngine } from "../../docker-engine.ts";
import { serverImage } from "../../images/server-image.ts";
import { silentLog, within } from "./machine.ts";
import { prepareFolder, small } from "./new-server.ts";
import { scenario } from "./scenario.ts";

describe("a server in a container", () => {
  let engine: DockerEngine;
  let image: string;
  let cache: string;
  /** With a system database in it, for tests to copy. */
  let filled: ArmFolder;
  let answered: { temporary: number; afterwards: boolean };
  let before: unknown;

  beforeAll(async () => {
    engine = await dockerEngine();
    image = await serverImage("mysql");
    before = await engine.state();
    cache = mkdtempSync(join(tmpdir(), "docker-"));
    filled = armFolder(join(cache, "filled"));
    answered = await fillAndWatch();
  });
  afterAll(async () => {
    rmSync(cache, { recursive: true, force: true });
    await engine.stop();
  });

  /** Makes the system database, and counts how often meanwhile a server answered that was not the final one. */
  const fillAndWatch = async () => {
    const run = await beginRun({ cache });
    const launcher = await dockerLauncher({ image, run, log: silentLog(), memoryBytes: 512 << 20 });
    let going = true;
    const filling = prepareFolder(launcher, filled).finally(() => {
      going = false;
    });
    let temporary = 0;
    while (going) {
      await Promise.race([filling, delay(50)]);
      // Between the two servers there is no number.
      if ((await answers()) && !["1", undefined].includes(processNumber())) temporary += 1;
    }
    await run.end();
    return { temporary, afterwards: await answers() };
  };
  const answers = async () => {
    const connection = await connect(socketEndpoint(filled.socket, "root"), 500).catch(() => undefined);
    connection?.close();
    return connection !== undefined;
  };
  const processNumber = () => {
    const file = `${filled.socket}.pid`;
    return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  };

  let run: Run;
  let cancel: AbortController;
  let launcher: Launcher;
  beforeEach(async () => {
    cancel = new AbortController();
    run = await beginRun({ cache, signal: cancel.signal });
    launcher = await dockerLauncher({ image, run, log: silentLog(), memoryBytes: 512 << 20 });
  });
  afterEach(async () => {
    await run.end();
    expect(existsSync(run.folder)).toBe(false);
    expect(await engine.state()).toEqual(before);
  });

  const start = async (arm = "base", of = small) => {
    const folder = armFolder(join(run.folder, arm));
    await mkdir(folder.path);
    cpSync(filled.data, folder.data, { recursive: true });
    return startServer({ launcher, name: arm, folder, scenario: of, user: "root", signal: cancel.signal });
  };
  const containers = async () => {
    const list = ["ps", "--all", "--quiet", "--filter", `label=mysql-perf-gate=${run.id}`];
    return (await docker(image, list)).split("\n").filter((id) => id !== "");
  };

  it("is ready only when the image's temporary server has given way to the final one", () => {
    expect(answered.temporary).toBeGreaterThan(0);
    expect(answered.afterwards).toBe(false);
    expect(readFileSync(filled.errorLog, "utf8").match(/ready for connections/g)).toHaveLength(2);
  });

  it("has as little as it needs, and nothing of this machine but its folder", async () => {
    const server = await start();
    const [{ HostConfig, Mounts, Config, NetworkSettings }] = JSON.parse(
      await docker(image, ["inspect", ...(await containers())]),
    );
    expect(HostConfig).toMatchObject({
      NetworkMode: "none",
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      Memory: 512 << 20,
      MemorySwap: 512 << 20,
      Privileged: false,
    });
    const folders = Mounts.filter(({ Type }: { Type: string }) => Type === "bind");
    expect(folders.map(({ Source }: { Source: string }) => Source)).toEqual([join(run.folder, "base")]);
    expect(Config.User).not.toMatch(/^(?:0|root)?(?::|$)/);
    expect(Object.keys(NetworkSettings.Networks)).toEqual(["none"]);
    expect(server.inForce.image).toEqual({ name: image, digest: expect.stringMatching(/^sha256:/) });
    await server.stop("discard");
  });

  it("that is stopped from outside is noticed within a second, and said to have been stopped", async () => {
    const server = await start();
    const [container = ""] = await containers();
    await docker(image, ["stop", container]);
    const crash = await within(1_000, server.crashed);
    expect(crash.what).toBe(
      "The base server crashed: it ended in order, as a server does that is told to stop",
    );
    expect(crash.why).toContain("Shutdown complete");
  });

  it("that outgrows its memory is said to have been killed for it, while the other arm lives on", async () => {
    const greedy = scenario("greedy", {
      options: { innodb_buffer_pool_size: "32M", max_allowed_packet: "1G" },
    });
    const [server, other] = [await start("head", greedy), await start("base")];
    const killed = server.query("SELECT LENGTH(REPEAT('x', 900 * 1024 * 1024))").catch(() => "gone");
    const crash = await within(10_000, server.crashed);
    expect(await killed).toBe("gone");
    expect(crash.what).toBe("The head server crashed: the kernel killed it because memory ran out");
    expect(await other.query("SELECT 1 AS one")).toEqual([{ one: "1" }]);
    await other.stop("discard");
  });

  it("goes when the run is cancelled", async () => {
    const server = await start();
    cancel.abort();
    await vi.waitFor(async () => expect(await containers()).toEqual([]), { timeout: 10_000 });
    await server.stop("discard");
  });

  it("refuses CPUs that the engine does not have, in words that name the lane", async () => {
    const folder = armFolder(join(run.folder, "base"));
    await mkdir(folder.path);
    await expect(launcher.launch(folder, [4095])).rejects.toMatchObject({
      what: "Docker may not use the CPUs that the lane has",
    });
  });

  it("is swept away with its folder after its controller was killed", async () => {
    const id = `killed-${process.pid}`;
    const controller = createOwner();
    const args = [
      "--import",
      "tsx",
      new URL("docker-controller.ts", import.meta.url).pathname,
      image,
      id,
      cache,
    ];
    let child: ReturnType<typeof controller.spawn> | undefined;
    await new Promise<void>((resolve, reject) => {
      child = controller.spawn({ program: process.execPath, args }, { onStdout: () => resolve() });
      void child.exited.then(() => reject(new Error(child?.tail())));
    });
    child?.signal("SIGKILL");
    await child?.exited;
    expect(await sweepRun(id, cache)).toBeGreaterThan(0);
    expect(existsSync(join(cache, "runs", id))).toBe(false);
  });

  it("serves a user who is not root, who can remove what it wrote", async () => {
    const socket = (process.env.DOCKER_HOST ?? "unix:///var/run/docker.sock").replace("unix://", "");
    const own = mkdtempSync(join(tmpdir(), "user-"));
    const user = ["--reuid=4711", `--regid=${statSync(socket).gid}`, "--clear-groups"];
    const controller = new URL("docker-controller.ts", import.meta.url).pathname;
    try {
      await runCommand({ program: "chown", args: ["4711", own] }, { timeoutMs: 5_000 });
      const args = [
        ...user,
        process.execPath,
        "--import",
        "tsx",
        controller,
        image,
        `user-${process.pid}`,
        own,
        "--once",
      ];
      const { stdout } = await runCommand(
        { program: "setpriv", args, env: { HOME: own } },
        { timeoutMs: 60_000 },
      );
      expect(stdout.trim()).toBe("ready");
      expect(existsSync(join(own, "runs", `user-${process.pid}`))).toBe(false);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });

  it("starts and stops twenty times in a row", async () => {
    for (let round = 0; round < 20; round++) {
      const server = await start(`arm${round}`);
      expect(await server.query("SELECT 1 AS one")).toEqual([{ one: "1" }]);
      await server.stop("discard");
      expect(await containers()).toEqual([]);
    }
  });
});
