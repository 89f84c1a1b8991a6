import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { provisionMariadb } from "../../../src/adapters/provision/provision.ts";
import type { ServerProgram } from "../../../src/ports.ts";
import { localServers, order } from "./local-subject.ts";

const { scenario, data } = order("base");

describe("a snapshot", () => {
  // MariaDB builds one in a fraction of MySQL's time.
  let program: ServerProgram;
  let cache: string;
  beforeAll(async () => {
    program = (await provisionMariadb()).program;
  });
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), "snapshots-"));
    return () => rmSync(cache, { recursive: true });
  });

  const damages: [string, (folder: string) => void][] = [
    ["lacks its manifest", (folder) => rmSync(join(folder, "manifest.json"))],
    ["has a file cut short", (folder) => truncateSync(join(folder, "data", "ibdata1"), 4096)],
    ["has lost a file", (folder) => rmSync(join(folder, "data", "sbtest", "sbtest1.ibd"))],
    ["has a byte changed", (folder) => changeByte(join(folder, "data", "ibdata1"))],
  ];
  it.each(damages)("that %s is noticed and built again", async (_, damage) => {
    const first = await localServers(program, { cache });
    const { digest } = await first.provider.load(scenario, data);
    await first.end();
    damage(join(cache, "snapshots", digest));
    const second = await localServers(program, { cache });
    expect(await second.provider.load(scenario, data)).toMatchObject({ digest, cached: false });
    expect(second.log.warnings).toEqual([expect.stringContaining("damaged")]);
    await second.provider.start(order("base"));
    await second.end();
  });

  it("is built once by two runs that want it at the same time", async () => {
    const both = await Promise.all([localServers(program, { cache }), localServers(program, { cache })]);
    const [one, two] = await Promise.all(both.map(({ provider }) => provider.load(scenario, data)));
    expect(one?.digest).toBe(two?.digest);
    expect(readdirSync(join(cache, "snapshots"))).toEqual([one?.digest]);
    await Promise.all(both.map(({ end }) => end()));
  });
});

function changeByte(file: string): void {
  const bytes = readFileSync(file);
  bytes[1_000_000] = ~(bytes[1_000_000] ?? 0) & 0xff;
  writeFileSync(file, bytes);
}
