import { expect, it } from "vitest";
import { didYouMean } from "../../../src/core/config/did-you-mean.ts";

it.each([
  ["performance_schemaa", ["performance_schema", "performance_schema_digests_size"], "performance_schema"],
  ["thraeds", ["threads", "tables"], "threads"],
  ["budgte", ["budget", "gate"], "budget"],
  ["Workloads", ["workloads"], "workloads"],
])("takes %s for a slip of %j", (word, candidates, meant) =>
  expect(didYouMean(word, candidates)).toBe(meant),
);

it.each([
  ["zebra", ["threads", "tables"]],
  ["on", ["off"]],
  ["", ["gate"]],
])("does not guess for %j", (word, candidates) => expect(didYouMean(word, candidates)).toBeUndefined());
