// npm test: static checks, tests within a process, journeys of processes, then screens and windows
import { journeyWorkers, pageWorkers, staticSteps, tests, withinWorkers } from './check-steps.ts'
import { findQuickChromium } from './chromium.ts'
import { buildStaleDesktop } from './desktop.ts'
import { useFolderInMemory } from './folder-in-memory.ts'
import { sayWhatIsLeftOut } from './left-to-long-run.ts'
import { buildStaleScreens } from './screens.ts'
import { runSteps, type Step } from './steps.ts'

const chromium = findQuickChromium()
if (chromium !== null) process.env['CHROMIUM_PATH'] = chromium

if (chromium !== null) {
  await buildStaleScreens()
  await buildStaleDesktop()
}
useFolderInMemory()
/** In one run, so that the sources are read once. */
const within = tests({
  name: 'tests of rules, store, gateway and PostgreSQL',
  projects: ['node', 'postgres'],
  workers: withinWorkers,
})
const journeys = tests({ name: 'journeys', projects: ['journey'], workers: journeyWorkers })
const pages: Step[] =
  chromium === null
    ? []
    : [tests({ name: 'screens and desktop', projects: ['browser', 'desktop'], workers: pageWorkers })]
const failed = await runSteps([...staticSteps, within, journeys, ...pages])
if (failed.length > 0) process.exitCode = 1
sayWhatIsLeftOut()

// Printed last: a reader of the end of the output must not believe that they ran.
if (chromium === null) {
  const isRequired = process.env['RESIT_REQUIRE_BROWSER'] === '1'
  const mark = isRequired ? 'FAILED' : 'SKIPPED'
  console.warn(`\n*** BROWSER TESTS ${mark}: no Chromium on this disk; install it or set CHROMIUM_PATH ***`)
  if (isRequired) process.exitCode = 1
}
