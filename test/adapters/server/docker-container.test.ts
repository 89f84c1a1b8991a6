import { describe, expect, it } from "vitest";
import { endingOf } from "../../../src/adapters/server/docker-container.ts";
import { layerProgress } from "../../../src/adapters/server/docker-image.ts";

describe("endingOf", () => {
  const state = (ExitCode: number, more = {}) =>
    JSON.stringify({ Status: "exited", Running: false, OOMKilled: false, ExitCode, ...more });

  it.each([
    ["an exit", state(1), { code: 1, signal: null, outOfMemory: false }],
    ["an exit in order", state(0), { code: 0, signal: null, outOfMemory: false }],
    ["a kill", state(137), { code: null, signal: "SIGKILL", outOfMemory: false }],
    [
      "a kill for memory",
      state(137, { OOMKilled: true }),
      { code: null, signal: "SIGKILL", outOfMemory: true },
    ],
    ["a segmentation fault", state(139), { code: null, signal: "SIGSEGV", outOfMemory: false }],
    ["a container that was removed", "", { code: null, signal: "SIGKILL", outOfMemory: false }],
    [
      "one that runs on, and is removed now",
      state(0, { Running: true }),
      { code: null, signal: "SIGKILL", outOfMemory: false },
    ],
  ])("reads %s", (_, json, ending) => {
    expect(endingOf(json)).toEqual(ending);
  });
});

describe("layerProgress", () => {
  it("counts each layer once, whatever it has been through", () => {
    const said = `8.4: Pulling from library/mysql
43759093d4f6: Pulling fs layer
126d7f4b25f9: Already exists
9bf62ee16e6f: Pulling fs layer
43759093d4f6: Verifying Checksum
43759093d4f6: Download complete
43759093d4f6: Pull complete
`;
    expect(layerProgress(said)).toEqual({ done: 2, layers: 3 });
  });
});
