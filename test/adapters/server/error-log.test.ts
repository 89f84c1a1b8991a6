import { expect, it } from "vitest";
import { optionLines } from "../../../src/adapters/server/error-log.ts";

it("picks the lines that speak of options out of a log", () => {
  const clipped =
    "2026 0 [Warning] [MY-010141] [Server] Changed limits: max_connections: 19190 (requested 100000)";
  expect(
    optionLines(
      `2026 0 [System] ready for connections\n${clipped}\n2026 0 [Warning] CA certificate is self signed`,
    ),
  ).toEqual([clipped]);
});
