import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { installedSysbench } from "../../../src/adapters/sysbench/find.ts";

it("the machine's sysbench is the first on the path that can be run", () => {
  const [empty, first, second] = ["empty", "first", "second"].map((name) =>
    mkdtempSync(join(tmpdir(), `${name}-`)),
  );
  if (empty === undefined || first === undefined || second === undefined) throw new Error("no folders");
  for (const folder of [first, second]) writeFileSync(join(folder, "sysbench"), "#!/bin/sh\n");
  expect(installedSysbench([empty, first].join(":"))).toBeUndefined();
  chmodSync(join(second, "sysbench"), 0o755);
  const path = [empty, first, second].join(":");
  expect(installedSysbench(path)).toEqual({ program: join(second, "sysbench"), args: [], env: {} });
  for (const folder of [empty, first, second]) rmSync(folder, { recursive: true });
});
