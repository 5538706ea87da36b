import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';

const conditions = ['@breakwater/source'];

// `--mode long` runs the long suites of scripts/long.mjs, one file at a time and each with its own time limits.
export default defineConfig(({ mode }) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...(mode === 'long'
      ? { include: ['test/long/**/*.test.ts'], fileParallelism: false, testTimeout: 300_000, hookTimeout: 120_000 }
      : {
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'bench/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', 'test/long/**'],
          testTimeout: 20_000,
        }),
    // Processes, since tests of the whole product end children and watch for stray rejections. Left to itself Vitest
    // keeps one core free and would use half of a machine that has two.
    pool: 'forks',
    maxWorkers: '100%',
    reporters: ['default', new CountReporter()],
  },
}));
