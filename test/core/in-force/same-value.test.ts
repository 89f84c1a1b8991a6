import { expect, it } from "vitest";
import { numberOf, sameValue } from "../../../src/core/in-force/same-value.ts";

it.each<[string | null, string]>([
  ["1G", "1073741824"],
  ["512k", "524288"],
  ["1GB", "1073741824"],
  ["-1", "-1"],
  ["0.5", "0.500000"],
  ["ON", "ON"],
  ["1", "ON"],
  ["true", "ON"],
  [null, "ON"],
  ["0", "OFF"],
  ["no", "OFF"],
  ["o_direct", "O_DIRECT"],
  ["STRICT_TRANS_TABLES,NO_ZERO_DATE", "NO_ZERO_DATE,STRICT_TRANS_TABLES"],
  ["mrr=off", "index_merge=on,mrr=off,mrr_cost_based=on"],
  ["/var/lib/x", "/var/lib/x/"],
  ["", ""],
])("%j is in force where the server shows %j", (asked, is) => expect(sameValue(asked, is)).toBe(true));

it.each<[string | null, string]>([
  ["yes", "OFF"],
  ["2", "OFF"],
  ["", "OFF"],
  ["ON", "OFF"],
  ["off", "ON"],
  ["1G", "1048576"],
  ["300", "255"],
  ["mrr=off", "mrr=on"],
  ["STRICT_TRANS_TABLES", "STRICT_TRANS_TABLES,NO_ZERO_DATE"],
  [null, "5"],
])("%j is not in force where the server shows %j", (asked, is) => expect(sameValue(asked, is)).toBe(false));

it.each([
  ["10", 10],
  ["2T", 2 * 1024 ** 4],
  ["1.5", 1.5],
  ["many", undefined],
  ["", undefined],
])("the number of %j is %s", (text, number) => expect(numberOf(text)).toBe(number));
