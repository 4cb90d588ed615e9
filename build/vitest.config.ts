import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { wasmFlags } from '../electron/headless/v8-flags.ts'
import { hangLimitMs } from './machine-unit.ts'
import { SlowestFirst } from './slowest-first.ts'
import { builtThreads } from './test-threads.ts'

/** Only npm run test:long runs these. By hand: IN_FULL=1 before the command. */
const long = process.env['IN_FULL'] === '1' ? [] : ['**/*.long.test.ts']

/** Tests on a PostgreSQL: its own ones, the contract of every store, and a day at a till. */
const onPostgres = ['test/store-postgres/**/*.test.ts', 'test/{contract,wire}/postgres-*.test.ts']

/**
 * Files run one after another in the same processes. A process for each file would read the sources again, which took four
 * tenths of the processor time. A file that changes the environment or a flag of V8 changes it back.
 */
const inOneProcess = { isolate: false } as const

const ours = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The time-out is for tests that hang, not for slow ones. It is one for all, and follows the speed of the machine. */
const hangMs = hangLimitMs()

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [await builtThreads()],
  test: {
    environment: 'node',
    env: {
      // Files that a gateway keeps outside of its data directory do not go into the home of the user who runs the tests.
      XDG_STATE_HOME: join(tmpdir(), 'resit-test-state'),
      // The same limit for child processes, and for helpers that wait without Vitest.
      TESTS_HANG_LIMIT_MS: String(hangMs),
    },
    globals: false,
    passWithNoTests: false,
    setupFiles: [ours('../test/support/processor-time.ts')],
    reporters: ['default', ours('./test-costs.ts'), ours('./test-outcome.ts')],
    // Native modules and chdir need processes. The machines of CI have two cores.
    pool: 'forks',
    maxWorkers: 2,
    // Without these flags, V8 breaks after hundreds of store threads in one process.
    execArgv: [...wasmFlags],
    testTimeout: hangMs,
    hookTimeout: hangMs,
    sequence: { sequencer: SlowestFirst },
    // Shorter than the limit of a test, so that the failure names the condition.
    expect: { poll: { timeout: hangMs / 2 } },
    coverage: { enabled: false, provider: 'v8', include: ['shared/**', 'electron/**'], reporter: ['text-summary'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          ...inOneProcess,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{journey,browser,desktop}/**', ...onPostgres, ...long],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...inOneProcess,
          include: onPostgres,
          exclude: long,
          env: { TESTS_ENGINE: 'postgres' },
          globalSetup: ours('../test/support/shared-postgres.ts'),
        },
      },
      {
        extends: true,
        test: { name: 'journey', ...inOneProcess, include: ['test/journey/**/*.test.ts'], exclude: long },
      },
      { extends: true, test: { name: 'desktop', include: ['test/desktop/**/*.test.ts'], exclude: long } },
      {
        extends: true,
        test: { name: 'browser', ...inOneProcess, include: ['test/browser/**/*.test.ts'], exclude: long },
      },
    ],
  },
})
