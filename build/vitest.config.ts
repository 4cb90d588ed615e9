import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { wasmFlags } from '../electron/headless/v8-flags.ts'
import { DearestFirst } from './dearest-first.ts'
import { hangLimitMs } from './machine-unit.ts'
import { builtThreads } from './test-threads.ts'

/** What only npm run test:long runs; by hand with IN_FULL=1 before the command. */
const long = process.env['IN_FULL'] === '1' ? [] : ['**/*.long.test.ts']

/** On a PostgreSQL: what is its own, the contract of every store, and a day at a till. */
const onPostgres = ['test/store-postgres/**/*.test.ts', 'test/{contract,wire}/postgres-*.test.ts']

/**
 * File after file in the same processes: a process for each cost four tenths of the processor time, for sources that
 * were read again. A file that leaves something behind (a variable of the environment, a flag of V8) puts it back.
 */
const inOneProcess = { isolate: false } as const

const ours = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Time-outs are for tests that hang, not for slow ones: there is one for all, and it follows the speed of the machine. */
const hangMs = hangLimitMs()

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [await builtThreads()],
  test: {
    environment: 'node',
    env: {
      // What a gateway remembers outside of its data directory is not remembered in the home of the user who runs the tests.
      XDG_STATE_HOME: join(tmpdir(), 'resit-test-state'),
      // Processes that a vitest starts, and helpers that wait without Vitest, have the same limit.
      TESTS_HANG_LIMIT_MS: String(hangMs),
    },
    globals: false,
    passWithNoTests: false,
    setupFiles: [ours('../test/support/processor-time.ts')],
    reporters: ['default', ours('./test-costs.ts'), ours('./test-outcome.ts')],
    // Native modules and chdir want processes of their own, and the machines of CI have two cores.
    pool: 'forks',
    maxWorkers: 2,
    // Hundreds of store threads in one process are what it breaks in first.
    execArgv: [...wasmFlags],
    testTimeout: hangMs,
    hookTimeout: hangMs,
    sequence: { sequencer: DearestFirst },
    // Shorter than the limit of a test, so that what was waited for is named.
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
