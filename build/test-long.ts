// npm run test:long: everything that npm test leaves out. CI runs it after npm test
import { journeyWorkers, pageWorkers, tests, withinWorkers } from './check-steps.ts'
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

/** A head office of three processes over a cluster, in which everything can fail. */
const chain: Step = {
  name: 'proof of a chain',
  command: 'node',
  args: ['test/chain/main.ts', '--documents', '600', '--rate', '20', '--seed', '1', '--brief'],
  isVerbose: true,
}

process.env['IN_FULL'] = '1'
const longTests = '.long.test.ts'
/** npm test runs these with a few random cases. */
const sampled = ['test/authority/myinvois/ubl/any-sale.test.ts', 'test/authority/myinvois/ubl/totals-agree.test.ts']

const inProcess = tests({
  name: 'long tests',
  projects: ['node', 'postgres'],
  files: [longTests, ...sampled],
  workers: withinWorkers,
})
const journeys = tests({
  name: 'long journeys',
  projects: ['journey'],
  files: [longTests],
  workers: journeyWorkers,
})
const pages = tests({
  name: 'long browser and desktop tests',
  projects: ['browser', 'desktop'],
  files: [longTests],
  workers: pageWorkers,
})

const chromium = findChromium()
if (chromium === null) console.warn('*** LONG BROWSER AND DESKTOP TESTS SKIPPED: no Chromium on this disk ***')
else {
  process.env['CHROMIUM_PATH'] = chromium
  await buildStaleScreens()
  await buildStaleDesktop()
}
const failed = await runSteps([inProcess, journeys, ...(chromium === null ? [] : [pages]), headOffice, chain, soak])
if (failed.length > 0) process.exitCode = 1
