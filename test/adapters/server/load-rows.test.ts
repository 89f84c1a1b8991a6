import { describe, expect, it } from "vitest";
import { prepareArguments } from "../../../src/adapters/server/load-rows.ts";

describe("prepareArguments", () => {
  const login = { user: "u", password: "secret", database: "d" };
  const data = { tables: 1, rows: 10, seed: 5 };

  it("connects by the socket, or by the first host", () => {
    expect(prepareArguments({ kind: "socket", path: "/s", ...login }, data)).toContain("--mysql-socket=/s");
    const tcp = prepareArguments({ kind: "tcp", hosts: ["h", "i"], port: 1, ...login }, data);
    expect(tcp).toEqual(
      expect.arrayContaining(["--mysql-host=h", "--mysql-port=1", "--rows_seed=5", "--threads=1"]),
    );
  });

  it("keeps the password out of the process list", () => {
    expect(prepareArguments({ kind: "socket", path: "/s", ...login }, data).join(" ")).not.toContain(
      "secret",
    );
  });
});
