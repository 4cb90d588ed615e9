import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../../build/chromium.ts'

let running: Promise<Browser> | undefined

/**
 * One Chromium for all test files of this process, which ends with it: whoever opens a page opens it in a context of its
 * own and closes that. To start one for each file costs a second of processors.
 */
export function sharedChromium(): Promise<Browser> {
  running ??= launch()
  return running
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('browser tests need a Chromium; see build/chromium.ts')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  // Whoever needs a page next, after one that was closed or broke down, gets a new one.
  browser.once('disconnected', () => {
    running = undefined
  })
  return browser
}
