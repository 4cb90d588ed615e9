import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { steadyFlags } from '../electron/headless/thrift.ts'
import { DearestFirst } from './dearest-first.ts'
import { builtThreads } from './test-threads.ts'

/** What breaks things on purpose or works through all there is: npm test runs it, npm run check does not wait for it. */
const thorough = [
  'test/{fuzz,model,store-postgres}/**/*.test.ts',
  'test/faults/*.test.ts',
  'test/faults/!(catalogue)/**/*.test.ts',
  'test/contract/postgres-store.test.ts',
  'test/store/journal/**/*.test.ts',
  'test/store/{backup,reads-apart,search-index,storage-full}.test.ts',
  'test/gateway/{clock-guard,consolidation-restored,damaged-body,machine-bound,put-back-whole,restored-doubt}.test.ts',
  'test/clients/**/*.test.ts',
]

/** What takes a minute by itself: npm run test:long runs it, and whoever asks for it with IN_FULL=1. */
const long = process.env['IN_FULL'] === '1' ? [] : ['**/*.long.test.ts']

/**
 * File after file in the same processes: a process for each cost four tenths of the processor time, for sources that
 * were read anew. Whoever leaves something behind (a variable of the environment, a flag of V8) puts it back.
 */
const inOneProcess = { isolate: false } as const

/** What holds the till API to its interface: a head office is held to it by the same files, on a PostgreSQL. */
const onBothEngines = [
  'test/gateway/{endpoints,submission,void-and-cancel,paging,one-company,taxpayers,samples,interleavings}.test.ts',
  'test/gateway/{approvals,some-outlets,some-outlets-seen,buyer-page,chained,consolidation,decisions,held,outages,record-list,shifts}.test.ts',
  'test/wire/wire.test.ts',
]

const ours = (reporter: string) => fileURLToPath(new URL(`./${reporter}.ts`, import.meta.url))

/**
 * On a busy machine a page or a timer is not always where a test expects it: such a test gets a second try, which the end
 * of the run says aloud. A property is tried again with the seed that failed, so no counterexample is lost. A journey
 * gets none once the ledger has judged it (test/support/expect-clean.ts): what a killed process showed once is a fault.
 */
const secondTry = { retry: 1 } as const
const secondTryUnlessJudged = { retry: { count: 1, condition: /^(?!judged by the authority)/ } } as const

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [await builtThreads()],
  test: {
    environment: 'node',
    // Whatever a gateway remembers outside of its data directory is not remembered in the home of whoever runs the tests.
    env: { XDG_STATE_HOME: join(tmpdir(), 'resit-test-state') },
    globals: false,
    passWithNoTests: false,
    setupFiles: [fileURLToPath(new URL('../test/support/processor-time.ts', import.meta.url))],
    reporters: ['default', ...['slowest-tests', 'test-outcome'].map(ours)],
    // Native modules and chdir want processes of their own, and the machines of CI have two cores.
    pool: 'forks',
    maxWorkers: 2,
    // Hundreds of store threads in one process are what it breaks in first.
    execArgv: [...steadyFlags],
    // Generous: a test waits for what happens, and a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: DearestFirst },
    expect: { poll: { timeout: 10_000 } },
    coverage: { enabled: false, provider: 'v8', include: ['shared/**', 'electron/**'], reporter: ['text-summary'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          ...secondTry,
          ...inOneProcess,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{journey,browser,desktop}/**', ...thorough, ...long],
        },
      },
      { extends: true, test: { name: 'thorough', ...secondTry, ...inOneProcess, include: thorough, exclude: long } },
      {
        extends: true,
        test: {
          name: 'head-office',
          ...secondTry,
          ...inOneProcess,
          include: onBothEngines,
          // What the set-up leaves in the environment is there for all projects.
          env: { TESTS_ENGINE: 'postgres' },
          globalSetup: fileURLToPath(new URL('../test/support/head-office-server.ts', import.meta.url)),
        },
      },
      {
        extends: true,
        test: {
          name: 'journey',
          ...secondTryUnlessJudged,
          ...inOneProcess,
          include: ['test/journey/**/*.test.ts'],
          exclude: long,
        },
      },
      { extends: true, test: { name: 'desktop', ...secondTry, include: ['test/desktop/**/*.test.ts'], exclude: long } },
      {
        extends: true,
        test: { name: 'browser', ...secondTry, ...inOneProcess, include: ['test/browser/**/*.test.ts'], exclude: long },
      },
    ],
  },
})
