import { existsSync } from 'node:fs'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Debian's: the same pages in two thirds of the processor time. */
const withoutWindows = '/usr/bin/chromium-headless-shell'

/** Where a Chromium stands on this disk: what CHROMIUM_PATH names, else the usual places; null where there is none. */
export const findChromium = (): string | null => firstThere(usualPlaces)

/** The same, but rather one that has no windows: it looks as a person's does, and takes less. */
export const findQuickChromium = (): string | null => firstThere([withoutWindows, ...usualPlaces])

function firstThere(places: readonly string[]): string | null {
  const named = process.env['CHROMIUM_PATH']
  return [...(named ? [named] : []), ...places].find((place) => existsSync(place)) ?? null
}
