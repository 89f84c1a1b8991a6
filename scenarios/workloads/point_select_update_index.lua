-- Point selects and updates of an indexed column, one statement an event, in an exact mix: of any hundred
-- events in a row that a thread runs, exactly `read-share` are selects. A random choice would have the right
-- mix only on average, and its spread would be noise in every comparison.

require("oltp_common")

sysbench.cmdline.options["read_share"] = {"Selects among a hundred events", 80}

function prepare_statements()
   sysbench.opt.point_selects = 1
   sysbench.opt.index_updates = 1
   prepare_point_selects()
   prepare_index_updates()
end

-- Threads begin at different places of the hundred, so that they do not all write at the same moment.
local position

function event()
   local share = sysbench.opt.read_share
   position = ((position or sysbench.tid * 37) + 1) % 100
   -- A select wherever the running total of `share` hundredths passes a whole number: spread evenly.
   if math.floor((position + 1) * share / 100) > math.floor(position * share / 100) then
      execute_point_selects()
   else
      execute_index_updates()
   end
end
