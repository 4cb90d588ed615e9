// npm test: the check, then what it leaves out, journeys and browser tests
import { globSync } from 'node:fs'
import { thoroughSteps, vitest, workersOfPages } from './check-steps.ts'
import { findQuickChromium } from './chromium.ts'
import { buildStaleDesktop } from './desktop.ts'
import { root } from './root.ts'
import { buildStaleScreens } from './screens.ts'
import { runSteps } from './steps.ts'

const has = (project: string) => globSync(`test/${project}/**/*.test.ts`, { cwd: root }).length > 0

const chromium = findQuickChromium()
if (chromium !== null) process.env['CHROMIUM_PATH'] = chromium

if (chromium !== null) {
  await buildStaleScreens()
  await buildStaleDesktop()
}
const journeys = has('journey') ? [vitest(['journey'])] : []
const pages = has('browser') && chromium !== null ? [vitest(['browser', 'desktop'], workersOfPages)] : []
const failed = await runSteps([...thoroughSteps, ...journeys, ...pages])
if (failed.length > 0) process.exitCode = 1

for (const project of ['journey', 'browser']) if (!has(project)) console.warn(`There are no ${project} tests yet.`)

// Said last, because whoever reads the end of the output must not believe that they ran.
if (has('browser') && chromium === null) {
  const isRequired = process.env['RESIT_REQUIRE_BROWSER'] === '1'
  const mark = isRequired ? 'FAILED' : 'SKIPPED'
  console.warn(`\n*** BROWSER TESTS ${mark}: no Chromium on this disk; install it or set CHROMIUM_PATH ***`)
  if (isRequired) process.exitCode = 1
}
