import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dockerLauncher } from "../../../src/adapters/server/docker.ts";
import { attemptDocker } from "../../../src/adapters/server/docker-command.ts";
import { obtainImage } from "../../../src/adapters/server/docker-image.ts";
import { beginRun, type Run } from "../../../src/adapters/server/run.ts";
import { type DockerEngine, dockerEngine } from "../../docker-engine.ts";
import { type Registry, registry } from "../../fakes/registry.ts";
import { silentLog } from "./machine.ts";

describe("an image", () => {
  let engine: DockerEngine;
  let run: Run;
  let source: Registry | undefined;
  beforeAll(async () => {
    engine = await dockerEngine();
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    run = await beginRun();
  });
  afterEach(async () => {
    await run.end();
    await source?.close();
    source = undefined;
  });
  let told: string[];
  let warnings: string[];
  const pulled = async (manner: Parameters<typeof registry>[0], limitMs = 20_000) => {
    source = await registry(manner);
    told = [];
    warnings = [];
    const log = {
      info: (text: string) => void told.push(text),
      warn: (text: string) => void warnings.push(text),
    };
    return obtainImage(source.image, run, log, limitMs);
  };

  it("is pulled with its progress told, and known by its digest", async () => {
    const image = await pulled("has");
    try {
      expect(image).toMatchObject({
        server: "mysqld",
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      });
      expect(told).toEqual([`Pulling ${image.name} …`, `Pulling ${image.name}: 1 of 1 layers`]);
      expect(await obtainImage(image.name, run, silentLog())).toEqual(image);
      await expect(dockerLauncher({ image: image.name, run, log: silentLog() })).rejects.toMatchObject({
        what: expect.stringContaining("has no MySQL server"),
      });
    } finally {
      await attemptDocker(["image", "rm", image.name]);
    }
  });

  it("that does not exist is said to be missing, and not asked for twice", async () => {
    await expect(pulled("has not")).rejects.toMatchObject({
      kind: "environment",
      what: expect.stringMatching(/^There is no image 127\.0\.0\.1:\d+\/mysql:1$/),
    });
    expect(warnings).toEqual([]);
  });

  it("that the registry's rate limit holds back is told from a missing one", async () => {
    await expect(pulled("limits")).rejects.toMatchObject({
      what: expect.stringContaining("its rate limit is reached"),
      remedy: expect.stringContaining("docker login"),
    });
  });

  it("that does not come in time is given up after the second try", async () => {
    await expect(pulled("hangs", 1_000)).rejects.toMatchObject({
      what: expect.stringMatching(/was not pulled within 1 s/),
    });
    expect(warnings).toEqual([expect.stringContaining("trying once more")]);
  });

  it("is not looked for without an engine", async () => {
    const before = process.env.DOCKER_HOST;
    process.env.DOCKER_HOST = "unix:///no/such/docker.sock";
    try {
      await expect(dockerLauncher({ image: "mysql:8.4", run, log: silentLog() })).rejects.toMatchObject({
        what: "No Docker engine answers",
        remedy: expect.stringContaining("DOCKER_HOST"),
      });
    } finally {
      if (before === undefined) delete process.env.DOCKER_HOST;
      else process.env.DOCKER_HOST = before;
    }
  });
});
