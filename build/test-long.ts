// npm run test:long: what takes minutes by its nature; CI runs it after npm test
import { findChromium } from './chromium.ts'
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

/** What npm test looks at in part: a hundred interleavings of a thousand, processes that are killed for a few seconds, in dark only the colours of a screen, of two head offices the first killed, of languages Malay; of the last three only what is left is looked at here. */
const inFull = (project: string, file: string): Step => ({
  name: `${file} in full`,
  command: 'vitest',
  args: ['run', '--config', 'build/vitest.config.ts', '--project', project, file],
  isSpoken: true,
  env: { IN_FULL: '1' },
})

const interleavings = inFull('node', 'test/gateway/interleavings.test.ts')
const processes = inFull('journey', 'test/journey/several-processes.test.ts')
const offices = inFull('journey', 'test/journey/two-head-offices.test.ts')
const everyScreen = inFull('browser', 'test/browser/every-screen.test.ts')
const languages = inFull('browser', 'test/browser/languages.test.ts')

const chromium = findChromium()
if (chromium === null) console.warn('*** EVERY SCREEN IN FULL SKIPPED: no Chromium on this disk ***')
else {
  process.env['CHROMIUM_PATH'] = chromium
  await buildStaleScreens()
}
const screens = chromium === null ? [] : [everyScreen, languages]
const failed = await runSteps([interleavings, processes, offices, ...screens, headOffice, chain, soak])
if (failed.length > 0) process.exitCode = 1
