import { expect, it } from "vitest";
import { addProvision } from "../../src/commands/provision.ts";
import { call } from "./call.ts";

it("provision prints what is where, as text and as JSON", async () => {
  expect((await call(addProvision, ["provision", "sysbench"])).out).toMatch(
    /^sysbench: sysbench \d+\.\d+.* in \//,
  );
  const { out } = await call(addProvision, ["provision", "sysbench", "--json"]);
  expect(JSON.parse(out)).toMatchObject([
    { name: "sysbench", program: { program: expect.stringContaining("/") } },
  ]);
});
