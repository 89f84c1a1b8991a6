import type { Reporter, TestModule } from "vitest/node";

/**
 * Ends the run's output with one line that any program can read. A test that ran and was skipped, or a
 * file that could not even be loaded, is counted: neither may look like a pass.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === "passed") counts.passed += 1;
        else if (state === "failed") counts.failed += 1;
        else counts.skipped += 1;
      }
    }
    // A machine that was prepared for every test has no reason to leave one out.
    if (counts.skipped > 0 && process.env.FAIL_ON_SKIP === "1") process.exitCode = 1;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    // After the default reporter's own summary, which this run's hook order prints first.
    process.once("exit", () => console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`));
  }
}
