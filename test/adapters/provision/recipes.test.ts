import { expect, it } from "vitest";
import { configuration } from "../../../src/adapters/provision/apt.ts";
import { choosePackage } from "../../../src/adapters/provision/recipes.ts";

it.each([
  [["mysql-server-core-8.0", "mysql-server-core-8.4", "mysql-server-core-10.0"], "mysql-server-core-10.0"],
  [["mysql-server-core", "mysql-server-core-8.0"], "mysql-server-core"],
  [["mysql-server-core-8.0", "mysql-server-core-dbgsym"], "mysql-server-core-8.0"],
  [["mysql-server-corefu"], undefined],
  [[], undefined],
])("of the packages %j takes %s", (names, chosen) => {
  expect(choosePackage(names, "mysql-server-core")).toBe(chosen);
});

it("keeps the machine's proxy and drops its hooks", () => {
  const machine =
    'Acquire::http::Proxy "http://proxy.example:3128";\nAPT::Update::Post-Invoke:: "rm -f /var/cache/apt/*.bin";\n';
  const own = configuration(machine, "/private");
  expect(own).toContain("proxy.example");
  expect(own).not.toContain("/var/cache");
  expect(own).toContain('Dir::State "/private";');
});
