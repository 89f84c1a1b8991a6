import { describe, expect, it } from "vitest";
import { compareVersions, releaseOf } from "../../../src/core/config/server-release.ts";

describe("releaseOf", () => {
  it.each([
    ["mysql:8.4", { flavour: "mysql", version: "8.4" }],
    ["mysql:8.0.46", { flavour: "mysql", version: "8.0" }],
    ["mysql:9", { flavour: "mysql" }],
    ["mysql:lts", { flavour: "mysql" }],
    ["mariadb:10.11", { flavour: "mariadb", version: "10.11" }],
    ["percona/percona-server:8.4.5", { flavour: "mysql", version: "8.4" }],
    ["registry.example.com:5000/dba/mysql:8.4-custom", { flavour: "mysql", version: "8.4" }],
    ["mysql:8.4@sha256:0123", { flavour: "mysql", version: "8.4" }],
    ["mysql@sha256:0123", { flavour: "mysql" }],
    ["example.com/our-database:8.4", {}],
  ])("%s", (image, release) => {
    expect(releaseOf({ kind: "image", image })).toEqual(release);
  });

  it.each([{ kind: "auto" as const }, { kind: "local" as const }, undefined])(
    "knows nothing of %o",
    (spec) => {
      expect(releaseOf(spec)).toEqual({});
    },
  );
});

describe("compareVersions", () => {
  it("compares numbers, not texts", () => {
    expect(["10.11", "9.7", "8.0", "26.7", "8.4"].sort(compareVersions)).toEqual([
      "8.0",
      "8.4",
      "9.7",
      "10.11",
      "26.7",
    ]);
  });
});
