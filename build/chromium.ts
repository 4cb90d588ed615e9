import { existsSync } from 'node:fs'

const usualPlaces = [
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
