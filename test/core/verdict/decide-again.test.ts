import { describe, expect, it } from "vitest";
import { type EvidenceCell, type EvidenceFile, RESULT_SCHEMA } from "../../../src/core/result.ts";
import { decideAgain } from "../../../src/core/verdict/decide-again.ts";
import { wholeResult } from "../whole-result.ts";
import { cellOf, rounds } from "./recorded.ts";

function fileOf(cells: EvidenceCell[], more: Partial<EvidenceFile> = {}): EvidenceFile {
  return { schema: RESULT_SCHEMA, cells, ...more };
}

describe("decideAgain", () => {
  it("changes nothing where nothing else is asked for", () => {
    const result = wholeResult();
    expect(decideAgain(result, {}).result).toEqual(result);
    expect(result.cells.map(({ verdict }) => verdict)).toEqual(["pass", "regression"]);
  });

  it("takes the special tolerance before the general one, and that before the recorded", () => {
    const tolerances = (changes: Parameters<typeof decideAgain>[1]) =>
      decideAgain(wholeResult(), changes).result.cells.map(({ tolerance }) => tolerance);
    expect(tolerances({})).toEqual([0.05, 0.05]);
    expect(tolerances({ tolerance: 0.3 })).toEqual([0.3, 0.3]);
    expect(tolerances({ tolerance: 0.3, comparisons: { reference: 0.4, base: 0.1 } })).toEqual([0.4, 0.4]);
  });

  it("passes what a larger tolerance tolerates", () => {
    const { result } = decideAgain(wholeResult(), { tolerance: 0.4 });
    expect(result.suite).toMatchObject({ verdict: "pass", counts: { pass: 2, regression: 0 } });
  });

  it("asks for a tolerance where the result has none", () => {
    expect(() => decideAgain(fileOf([cellOf("a", rounds(0, 4))]), {})).toThrow(/cell a has no tolerance/);
    expect(decideAgain(fileOf([cellOf("a", rounds(0, 4))]), { tolerance: 0.05 }).result.suite?.verdict).toBe(
      "pass",
    );
  });

  it("says which plan it assumes where the result has none", () => {
    const { judgement } = decideAgain(fileOf([cellOf("a", rounds(0, 7))]), { tolerance: 0.05 });
    expect(judgement.warnings.map(({ kind }) => kind)).toContain("assumed-plan");
    expect(judgement.warnings.map(({ text }) => text).join()).toContain("7, the most that a cell has");
  });

  it("keeps measuring's warnings and renews its own", () => {
    const cell = cellOf("a", rounds(0, 2), {
      tolerance: 0.05,
      warnings: [
        { kind: "client-bound", text: "sysbench used its whole CPU" },
        { kind: "stalls", text: "of an earlier decision" },
      ],
    });
    expect(decideAgain(fileOf([cell]), {}).result.cells[0]?.warnings?.map(({ kind }) => kind)).toEqual([
      "client-bound",
    ]);
  });
});

describe("what other tolerances do not mend", () => {
  const good = cellOf("good", rounds(0, 4), { tolerance: 0.05, base: "b", head: "h" });
  const verdictsOf = (file: EvidenceFile) =>
    decideAgain(file, {}).judgement.cells.map(
      ({ id, verdict, reasons }) => `${id}: ${verdict}${verdict === "error" ? `, ${reasons}` : ""}`,
    );

  it("is a cell that the plan has and the file has not", () => {
    const [, missing] = verdictsOf(fileOf([good], { suite: { expected: ["good", "gone"] } }));
    expect(missing).toMatch(/^gone: error, missing/);
  });

  it("is a recorded failure or error", () => {
    const failed = cellOf("failed", rounds(0, 4), {
      tolerance: 0.05,
      failure: "not in force: performance_schema",
    });
    const errored = cellOf("errored", rounds(0, 4), {
      tolerance: 0.05,
      verdict: "error",
      reasons: ["sysbench died"],
    });
    expect(verdictsOf(fileOf([failed, errored]))).toEqual([
      "failed: error, not in force: performance_schema",
      "errored: error, sysbench died",
    ]);
  });

  it("is a crash, in the cells that it hit, or in all of its arm's", () => {
    const arms = [{ id: "b" }, { id: "h", crashed: true }];
    expect(verdictsOf(fileOf([good], { arms }))).toEqual(["good: error, the arm h crashed"]);
    const hit = { ...good, id: "hit", failure: "mysqld was killed" };
    expect(verdictsOf(fileOf([good, hit], { arms }))).toEqual([
      "good: pass",
      "hit: error, mysqld was killed",
    ]);
  });

  it("is a stored ratio that is not there", () => {
    const [verdict] = verdictsOf(fileOf([{ ...good, comparison: "baseline" }]));
    expect(verdict).toContain("stored ratio");
  });
});
