import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Prints the run's counts as its last line, in the one form that every runner of our checks reads. */
export class CountReporter implements Reporter {
  // oxlint-disable-next-line class-methods-use-this -- the interface wants a method
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const line = countLine(modules, unhandledErrors);
    // The default reporter is still to write its summary, and nothing may come after this line.
    process.once('exit', () => process.stdout.write(`${line}\n`));
  }
}

function countLine(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): string {
  const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
  for (const module of modules) {
    // A file or a suite that fails by itself, as on import, has no failed test to count.
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === 'pending' ? 'skipped' : state] += 1;
    }
  }
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}
