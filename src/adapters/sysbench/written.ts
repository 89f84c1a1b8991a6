/** More is a script's own chatter; what matters of it comes last. */
const outputLimit = 4 * 1024 * 1024;

/** What a sysbench writes, as it writes it. */
export function collect() {
  let stdout = "";
  let stderr = "";
  let begun = false;
  let begin = () => {};
  const started = new Promise<"started">((resolve) => {
    begin = () => resolve("started");
  });
  return {
    started,
    stdout: () => stdout,
    stderr: () => stderr,
    listener: {
      onStdout(text: string) {
        stdout += text;
        if (stdout.length > 2 * outputLimit) stdout = stdout.slice(-outputLimit);
        if (begun || !stdout.includes("Threads started!")) return;
        begun = true;
        begin();
      },
      onStderr(text: string) {
        stderr = (stderr + text).slice(-outputLimit);
      },
    },
  };
}
