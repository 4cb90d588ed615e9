import { existsSync } from 'node:fs'

const usualPlaces = [
  // The same Chromium without windows: it shows a page in a third of the processor time, and starts in a quarter.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where a Chromium stands on this disk: what CHROMIUM_PATH names, else the usual places; null where there is none. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH']
  return [...(named ? [named] : []), ...usualPlaces].find((place) => existsSync(place)) ?? null
}
