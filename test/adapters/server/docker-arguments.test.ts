import { describe, expect, it } from "vitest";
import { type Container, runArguments } from "../../../src/adapters/server/docker-arguments.ts";

const container: Container = {
  name: "mysql-perf-gate-12ab-base-1",
  run: "12ab",
  image: "sha256:4f5e",
  user: "1001:118",
  command: ["--version"],
};

const always = [
  ...["--name", "mysql-perf-gate-12ab-base-1", "--label", "mysql-perf-gate=12ab"],
  ...["--network", "none", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--user", "1001:118"],
  ...["--no-healthcheck", "--log-driver", "json-file", "--log-opt", "max-size=1m"],
];

describe("runArguments", () => {
  it("gives a container no network, no capabilities and no mounts of its own accord", () => {
    expect(runArguments(container, "attached")).toEqual([
      "run",
      "--rm",
      ...always,
      "sha256:4f5e",
      "--version",
    ]);
  });

  it.each<[string, Partial<Container>, string[]]>([
    [
      "a folder under its own path",
      { folder: "/home/r/.cache/runs/12ab/base" },
      ["--mount", "type=bind,source=/home/r/.cache/runs/12ab/base,target=/home/r/.cache/runs/12ab/base"],
    ],
    [
      "a folder whose name has what a CSV line reads otherwise",
      { folder: '/a, "b"' },
      ["--mount", 'type=bind,"source=/a, ""b""","target=/a, ""b"""'],
    ],
    ["the CPUs of a lane", { cpus: [2, 3] }, ["--cpuset-cpus", "2,3"]],
    ["memory, and no swap beyond it", { memoryBytes: 1024 }, ["--memory", "1024", "--memory-swap", "1024"]],
    ["a program in place of the entrypoint", { entrypoint: "mariadbd" }, ["--entrypoint", "mariadbd"]],
    [
      "variables, spaces and all",
      { environment: { MYSQL_ROOT_HOST: "localhost", A: "b c" } },
      ["--env", "MYSQL_ROOT_HOST=localhost", "--env", "A=b c"],
    ],
  ])("passes on %s", (_, more, expected) => {
    const args = runArguments({ ...container, ...more }, "detached");
    expect(args).toEqual(["run", "--detach", ...always, ...expected, "sha256:4f5e", "--version"]);
  });
});
