/**
 * sysbench seeds its random numbers for `run` alone, so two of its `prepare` never load the same rows. This script is
 * its stock `prepare` with a generator of its own (Park and Miller's minimal standard, 1988), seeded for each table:
 * equal seeds give equal rows on every server, whatever the number of loading threads.
 */
export const rowsLua = `
require("oltp_common")
local ffi = require("ffi")

sysbench.cmdline.options.rows_seed = {"Seed of the rows", 1}

local state = 1
local function draw(limit)
  state = (state * 16807) % 2147483647
  return state % limit
end

sysbench.rand.default = function(low, high) return low + draw(high - low + 1) end
sysbench.rand.uniform = sysbench.rand.default
sb_rand = sysbench.rand.default

local buffer = ffi.new("char[?]", 1024)
sysbench.rand.string = function(template)
  for i = 1, #template do
    local byte = template:byte(i)
    if byte == 35 then byte = 48 + draw(10) elseif byte == 64 then byte = 97 + draw(26) end
    buffer[i - 1] = byte
  end
  return ffi.string(buffer, #template)
end

local create = create_table
function create_table(drv, con, table_num)
  state = (sysbench.opt.rows_seed * 7919 + table_num * 104729) % 2147483646 + 1
  for _ = 1, 16 do draw(2) end
  create(drv, con, table_num)
end
`;
