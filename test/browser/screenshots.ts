// npm run screenshots [words]: takes a picture of every screen into build/screenshots. The README shows one. With
// words, only pictures whose names contain all of them: “zh dark phone”.
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { buildStaleScreens } from '../../build/screens.ts'
import { begunToGoLive } from '../support/installations.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'
import { sellSome } from './support/morning.ts'
import { backToSales } from './support/moves.ts'
import { openScreens, type Screens, signIn, type Who } from './support/screens.ts'
import { smallPng } from './support/small-png.ts'
import { type Stop, stops } from './support/tour.ts'

const directory = fileURLToPath(new URL('../../build/screenshots/', import.meta.url))
const words = process.argv.slice(2)
/** These are taken in every language, width and light. */
const main: readonly string[] = [
  'today',
  'sales',
  'record',
  'refused',
  'new-document',
  'faulty-form',
  'note',
  'correction',
  'done',
  'till',
  'person-menu',
  'to-do',
  'one-by-one',
  'to-do-done',
  'health',
  'shifts',
  'reports',
  'first-steps',
  'go-live',
  'people',
]
/** Screens that look different during an outage of MyInvois. */
const inOutage: readonly string[] = ['sales', 'new-document', 'to-do', 'health', 'checks']
const locales = { en: 'en-MY', ms: 'ms-MY', zh: 'zh-CN' } as const
const sizes = {
  small: { width: 1024, height: 768 },
  laptop: { width: 1366, height: 768 },
  wide: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const
const lights = ['light', 'dark'] as const
const roles: readonly Who[] = ['cashier', 'supervisor', 'owner']

interface Look {
  readonly suffix: string
  readonly viewport: (typeof sizes)[keyof typeof sizes]
  readonly options: { readonly locale: string; readonly colorScheme: (typeof lights)[number] }
  readonly has: (stop: Stop) => boolean
}

/** The documentation shows English at the smallest till: every screen, and names without a suffix. */
const looks: readonly Look[] = lights.flatMap((colorScheme) =>
  Object.entries(locales).flatMap(([language, locale]) =>
    Object.entries(sizes).map(([size, viewport]): Look => {
      const isFirst = language === 'en' && size === 'small'
      const suffix = `${isFirst ? '' : `-${language}-${size}`}${colorScheme === 'dark' ? '-dark' : ''}`
      return {
        suffix,
        viewport,
        options: { locale, colorScheme },
        has: ({ name }) => isFirst || main.includes(name),
      }
    }),
  ),
)

const isWanted = (name: string) => words.every((word) => name.includes(word))

async function takeAll(screens: Screens, { suffix, viewport, options, has }: Look): Promise<void> {
  for (const who of roles) {
    const wanted = stops.filter((stop) => stop.who === who && has(stop) && isWanted(`${stop.name}${suffix}`))
    const door = who === 'cashier' && isWanted(`door${suffix}`)
    if (wanted.length === 0 && !door) continue
    const { page, context } = await screens.open({ ...options, viewport, reducedMotion: 'reduce' })
    if (door) {
      await page.getByRole('button', { name: /Siti/ }).waitFor()
      await take(page, `door${suffix}`)
    }
    await signIn(page, who)
    for (const stop of wanted) await takeOne(page, stop, suffix)
    if (door) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('F10')
      await page.locator('input[type=password]').waitFor()
      await take(page, `locked${suffix}`)
    }
    await context.close()
  }
}

async function takeOne(page: Page, stop: Stop, suffix: string): Promise<void> {
  await backToSales(page)
  await stop.reach(page)
  // Moves the pointer away, so that nothing is highlighted.
  await page.mouse.move(0, 0)
  // Waits for pictures and tables that load later. Live requests never end, so the network cannot tell.
  await page.waitForTimeout(500)
  await take(page, `${stop.name}${suffix}`)
}

async function take(page: Page, name: string): Promise<void> {
  writeFileSync(`${directory}${name}.png`, smallPng(await page.screenshot()))
  console.log(name)
}

/** Starts an outage of MyInvois, and sells. */
async function beginOutage({ gateway }: Screens): Promise<void> {
  await operate(gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
  const client = await gateway.client()
  for (let number = 1; number <= 12; number += 1)
    await client('invoice.sale.submit', { body: invoice(`A${String(number).padStart(3, '0')}`) as never })
}

await buildStaleScreens()
if (words.length === 0) for (const old of globSync('*.png', { cwd: directory })) rmSync(`${directory}${old}`)
mkdirSync(directory, { recursive: true })
const stateFolder = mkdtempSync(join(tmpdir(), 'resit-state-'))
const screens = await openScreens({ installations: begunToGoLive, ports: { stateFolder } })
try {
  await sellSome(screens, 14)
  for (const look of looks) await takeAll(screens, look)
  await beginOutage(screens)
  for (const look of looks)
    await takeAll(screens, {
      ...look,
      suffix: `-outage${look.suffix}`,
      has: (stop) => look.has(stop) && inOutage.includes(stop.name),
    })
} finally {
  await screens.close()
  rmSync(stateFolder, { recursive: true })
}
