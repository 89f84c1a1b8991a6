import { expect, it } from "vitest";
import { parseCpuList } from "../../src/adapters/affinity.ts";

it.each([
  ["0", [0]],
  ["0-3,8", [0, 1, 2, 3, 8]],
])("reads the kernel's list of CPUs %j", (text, cpus) => expect(parseCpuList(text)).toEqual(cpus));
