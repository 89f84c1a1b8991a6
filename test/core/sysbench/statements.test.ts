import { describe, expect, it } from "vitest";
import { statementsOf } from "../../../src/core/sysbench/statements.ts";

type Options = Record<string, string | number | boolean>;

describe("statements of an event, and prepared by a thread for 4 tables", () => {
  it.each<[string, Options, [number, number, number], number]>([
    ["oltp_read_only", {}, [14, 0, 2], 22],
    ["oltp_read_only", { skip_trx: true }, [14, 0, 0], 20],
    ["oltp_read_only", { range_selects: false, "skip-trx": true }, [10, 0, 0], 4],
    ["oltp_read_only", { range_selects: "off" }, [10, 0, 2], 6],
    ["oltp_read_only", { point_selects: 5, order_ranges: 3 }, [11, 0, 2], 22],
    ["oltp_read_write", {}, [14, 4, 2], 38],
    ["oltp_read_write", { db_ps_mode: "disable" }, [14, 4, 2], 0],
    ["oltp_write_only", {}, [0, 4, 2], 18],
    ["oltp_write_only", { delete_inserts: 0 }, [0, 2, 2], 18],
    ["oltp_point_select", {}, [1, 0, 0], 4],
    ["oltp_update_index", {}, [0, 1, 0], 4],
    ["oltp_update_non_index", { non_index_updates: 3 }, [0, 3, 0], 4],
    ["oltp_insert", {}, [0, 1, 0], 0],
    ["select_random_points", {}, [1, 0, 0], 1],
    ["/opt/gate/scenarios/workloads/point_select_update_index.lua", { read_share: 20 }, [0.2, 0.8, 0], 8],
  ])("%s %j: %j, %i", (script, options, [read, write, other], prepared) => {
    const statements = statementsOf({ script, options });
    expect(statements?.perEvent).toEqual({ read, write, other });
    expect(statements?.prepared(4)).toBe(prepared);
  });

  it("are not known of a user's own script", () => {
    expect(statementsOf({ script: "/home/user/own.lua", options: {} })).toBeUndefined();
  });
});
