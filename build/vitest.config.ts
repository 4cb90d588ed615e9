import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { steadyFlags } from '../electron/headless/thrift.ts'

/** Tests of what keeps nothing between two calls: they share a process, which halves what they cost. */
const pure = ['test/{domain,document,catalogue}/**/*.test.ts', 'test/authority/{sign,myinvois/ubl}/**/*.test.ts']

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    environment: 'node',
    // Whatever a gateway remembers outside of its data directory is not remembered in the home of whoever runs the tests.
    env: { XDG_STATE_HOME: join(tmpdir(), 'resit-test-state') },
    globals: false,
    passWithNoTests: false,
    // The second one keeps what the tests of the catalogue of faults came to, the third says what took long.
    reporters: [
      'default',
      fileURLToPath(new URL('../test/faults/catalogue/reporter.ts', import.meta.url)),
      fileURLToPath(new URL('./slowest-tests.ts', import.meta.url)),
    ],
    // Native modules and chdir want processes of their own, and the machines of CI have two cores.
    pool: 'forks',
    maxWorkers: 2,
    // Hundreds of store threads in one process are what it breaks in first.
    execArgv: [...steadyFlags],
    // Generous: a test waits for what happens, and a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    coverage: { enabled: false, provider: 'v8', include: ['shared/**', 'electron/**'], reporter: ['text-summary'] },
    projects: [
      { extends: true, test: { name: 'unit', include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{journey,browser,desktop}/**', ...pure],
        },
      },
      { extends: true, test: { name: 'journey', include: ['test/journey/**/*.test.ts'] } },
      { extends: true, test: { name: 'desktop', include: ['test/desktop/**/*.test.ts'] } },
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'] } },
    ],
  },
})
