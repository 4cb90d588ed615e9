import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../../build/chromium.ts'

let running: Promise<Browser> | undefined

/**
 * One Chromium for all test files of this process. Each test opens its page in its own context. A start for each file
 * costs a second of processor time.
 */
export function sharedChromium(): Promise<Browser> {
  running ??= launch()
  return running
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('browser tests need a Chromium; see build/chromium.ts')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  // If it was closed or crashed, the next test starts a new one.
  browser.once('disconnected', () => {
    running = undefined
  })
  return browser
}
