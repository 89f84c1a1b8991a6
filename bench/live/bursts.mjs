/**
 * `node bursts.mjs PID SHARE` stops a process for SHARE of the time until it is told to end. Each burst is as long as
 * the share of the time so far demands, so that late wake-ups do not add up; the process is running when this ends.
 */
const [pid, share] = process.argv.slice(2).map(Number);
const PERIOD_MS = 50;
const word = new Int32Array(new SharedArrayBuffer(4));
const sleep = (milliseconds) => Atomics.wait(word, 0, 0, milliseconds);

let ending = false;
process.on("message", () => {
  ending = true;
});
process.on("disconnect", () => {
  ending = true;
});

const started = performance.now();
let stopped = 0;
function burst() {
  if (ending) process.exit(0);
  const owed = (performance.now() - started + PERIOD_MS) * share - stopped;
  if (owed > 0) {
    const from = performance.now();
    process.kill(pid, "SIGSTOP");
    sleep(owed);
    process.kill(pid, "SIGCONT");
    stopped += performance.now() - from;
  }
  setTimeout(burst, PERIOD_MS - Math.max(owed, 0));
}
burst();
