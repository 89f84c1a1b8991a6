import { expect, it } from "vitest";
import { myCnf } from "../../../src/adapters/server/configuration.ts";
import { parseBuild } from "../../../src/adapters/server/flavour.ts";
import { armFolder } from "../../../src/adapters/server/launcher.ts";

it("no value of a scenario becomes a line of its own in the server's my.cnf", () => {
  const build = { ...parseBuild("mysqld  Ver 9.7.4 for Linux on x86_64"), digest: "d" };
  const place = { file: "s.yml", line: 1, column: 1 };
  const value = 'x=ON"\nplugin_load_add=evil.so\n[mysqld]\n#';
  const option = { name: "performance_schema_instrument", value, loose: false, place };
  const text = myCnf(build, { options: [option] }, armFolder("/arm"));
  expect(text.split("\n").filter((line) => /^(plugin_load_add|\[)/.test(line))).toEqual(["[mysqld]"]);
});
