-- Runs any workload under control. It takes the place of the workload's script on sysbench's command line and adds
-- three things: a load can be halted and ended from outside, between two events, although no signal makes sysbench
-- end with a report; it ends with the process that has started it; and the final report is one line of exact numbers.
--
-- MYSQL_PERF_GATE_SCRIPT   the workload: a stock script's name, or the path of a Lua file
-- MYSQL_PERF_GATE_CONTROL  a file whose first byte says what to do: 0 run, 1 end, 2 halt

local ffi = require("ffi")

-- Under names of their own, because a workload may have declared the same functions in other words.
ffi.cdef[[
int mysql_perf_gate_fileno(void *stream) asm("fileno");
void *mysql_perf_gate_mmap(void *address, size_t length, int protection, int flags, int file, long offset)
   asm("mmap");
int mysql_perf_gate_poll(void *files, unsigned long count, int timeout) asm("poll");
int mysql_perf_gate_prctl(int option, unsigned long value) asm("prctl");
]]

-- A controller that is killed cannot stop its load; nor would a broken pipe, which the client library ignores.
local set_parent_death_signal, sigterm = 1, 15
ffi.C.mysql_perf_gate_prctl(set_parent_death_signal, sigterm)

local script = assert(os.getenv("MYSQL_PERF_GATE_SCRIPT"), "MYSQL_PERF_GATE_SCRIPT is not set")
local folder = script:match("^(.*)/[^/]*$")
if folder then
   package.path = folder .. "/?.lua;" .. package.path
   dofile(script)
else
   require(script)
end

local workload_thread_init = thread_init
local workload_event = assert(event, script .. " has no event() function")
local workload_report = sysbench.hooks.report_cumulative

local run, stop, halt = 0, 1, 2
local control

-- Each thread reads the byte from memory that it shares with the file. That costs no system call, so that it can be
-- done before every event.
local function map_control()
   local path = assert(os.getenv("MYSQL_PERF_GATE_CONTROL"), "MYSQL_PERF_GATE_CONTROL is not set")
   local file = assert(io.open(path, "r"))
   local readable, shared = 1, 1
   local address = ffi.C.mysql_perf_gate_mmap(nil, 1, readable, shared, ffi.C.mysql_perf_gate_fileno(file), 0)
   file:close()
   assert(ffi.cast("intptr_t", address) ~= -1, "cannot map " .. path)
   control = ffi.cast("const volatile uint8_t *", address)
end

-- Options are globals for a script that declares none of its own.
local function option(name)
   return (sysbench.opt or {})[name] or _G[name]
end

-- All threads together look about a thousand times a second, so that a halted load costs next to nothing.
local function wait_while_halted(thread_id)
   local milliseconds = math.max(10, option("threads"))
   repeat
      ffi.C.mysql_perf_gate_poll(nil, 0, milliseconds)
   until control[0] ~= halt
   -- The wait was not the server's: the event begins now. At a given rate, an event must not be drawn twice.
   if option("rate") == 0 then ffi.C.sb_event_start(thread_id) end
end

function thread_init(thread_id)
   map_control()
   if workload_thread_init then return workload_thread_init(thread_id) end
end

function event(thread_id)
   if control[0] ~= run then
      if control[0] == halt then wait_while_halted(thread_id) end
      if control[0] == stop then return true end
   end
   return workload_event(thread_id)
end

function sysbench.hooks.report_cumulative(stat)
   local fields = {}
   for name, value in pairs(stat) do
      -- A run without events has no latency: JSON knows no infinity.
      local finite = value == value and math.abs(value) < math.huge
      fields[#fields + 1] = string.format('"%s":%s', name, finite and string.format("%.17g", value) or "null")
   end
   print("mysql-perf-gate report {" .. table.concat(fields, ",") .. "}")
   if workload_report then workload_report(stat) end
end
