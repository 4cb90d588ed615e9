import { existsSync } from 'node:fs'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Debian's build shows the same pages in two thirds of the processor time. */
const withoutWindows = '/usr/bin/chromium-headless-shell'

/** The Chromium that CHROMIUM_PATH names, or one in a usual place; null if there is none. */
export const findChromium = (): string | null => firstThere(usualPlaces)

/** The same, but a Chromium without windows if there is one: its pages look the same, and it needs less. */
export const findQuickChromium = (): string | null => firstThere([withoutWindows, ...usualPlaces])

function firstThere(places: readonly string[]): string | null {
  const named = process.env['CHROMIUM_PATH']
  return [...(named ? [named] : []), ...places].find((place) => existsSync(place)) ?? null
}
