// npm run test:long: what takes minutes by its nature; CI runs it after npm test
import { vitest, workersOfPages } from './check-steps.ts'
import { findChromium } from './chromium.ts'
import { buildStaleDesktop } from './desktop.ts'
import { buildStaleScreens } from './screens.ts'
import { runSteps, type Step } from './steps.ts'

const soak: Step = {
  name: 'soak of three minutes',
  command: 'node',
  args: ['test/soak/main.ts', '--minutes', '3', '--seed', '1'],
  isWaiting: true,
}

/** Kills a head office while its outlets sell. */
const headOffice: Step = {
  name: 'demo of a head office',
  command: 'node',
  args: ['test/demo/head-office.ts'],
  isWaiting: true,
}

/** A head office of three processes over a cluster, of which everything can fail. */
const chain: Step = {
  name: 'proof of a chain',
  command: 'node',
  args: ['test/chain/main.ts', '--documents', '600', '--rate', '20', '--seed', '1', '--brief'],
  isSpoken: true,
}

/** Whole files, and of what npm test looks at in part the rest: all interleavings, what chance makes, screens in the dark. */
const inFull = (name: string, projects: readonly string[], files: readonly string[], workers?: number): Step => {
  const step = vitest(projects, workers)
  return { ...step, name, args: [...step.args, ...files], env: { IN_FULL: '1' } }
}

const longTests = '.long.test.ts'
const processes = inFull(
  'long tests',
  ['node', 'thorough', 'journey'],
  [
    longTests,
    'test/gateway/interleavings.test.ts',
    'test/fuzz/fuzz.test.ts',
    'test/authority/myinvois/ubl/any-sale.test.ts',
    'test/authority/myinvois/ubl/totals-agree.test.ts',
  ],
)
const pages = inFull(
  'long browser and desktop tests',
  ['browser', 'desktop'],
  [longTests, 'test/browser/every-screen.test.ts'],
  workersOfPages,
)

const chromium = findChromium()
if (chromium === null) console.warn('*** LONG BROWSER AND DESKTOP TESTS SKIPPED: no Chromium on this disk ***')
else {
  process.env['CHROMIUM_PATH'] = chromium
  await buildStaleScreens()
  await buildStaleDesktop()
}
const failed = await runSteps([processes, ...(chromium === null ? [] : [pages]), headOffice, chain, soak])
if (failed.length > 0) process.exitCode = 1
