// npm run screenshots: every screen as a picture in build/screenshots, for people to look at; the README shows one.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { buildStaleScreens } from '../../build/screens.ts'
import { openScreens, type Screens, signIn, type Who } from './support/screens.ts'
import { smallPng } from './support/small-png.ts'
import { type Stop, sellSome, stops } from './support/tour.ts'

const directory = fileURLToPath(new URL('../../build/screenshots/', import.meta.url))
/** These are looked at in every language and at every width. */
const main: readonly string[] = [
  'sales',
  'record',
  'new-document',
  'note',
  'correction',
  'done',
  'till',
  'shift-end',
  'queue',
]
const locales = { en: 'en-MY', ms: 'ms-MY', zh: 'zh-CN' } as const
const sizes = {
  small: { width: 1024, height: 768 },
  laptop: { width: 1366, height: 768 },
  wide: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const

interface Look {
  readonly suffix: string
  readonly viewport: (typeof sizes)[keyof typeof sizes]
  readonly options: { readonly locale: string; readonly colorScheme: 'light' | 'dark' }
  /** Every screen, or those of `main`. */
  readonly isWhole: boolean
}

const looks: readonly Look[] = [
  { suffix: '', viewport: sizes.small, options: { locale: locales.en, colorScheme: 'light' }, isWhole: true },
  { suffix: '-dark', viewport: sizes.small, options: { locale: locales.en, colorScheme: 'dark' }, isWhole: true },
  ...Object.entries(locales).flatMap(([language, locale]) =>
    Object.entries(sizes)
      .filter(([size]) => !(language === 'en' && size === 'small'))
      .map(([size, viewport]): Look => {
        const options = { locale, colorScheme: 'light' } as const
        return { suffix: `-${language}-${size}`, viewport, options, isWhole: false }
      }),
  ),
]
const roles: readonly Who[] = ['cashier', 'supervisor', 'owner']

async function takeAll(screens: Screens, look: Look): Promise<void> {
  for (const who of roles) {
    const wanted = stops.filter((stop) => stop.who === who && (look.isWhole || main.includes(stop.name)))
    if (wanted.length === 0) continue
    const { viewport, options } = look
    const { page, context } = await screens.open({ ...options, viewport, reducedMotion: 'reduce' })
    if (who === 'cashier') {
      await page.getByRole('button', { name: /Siti/ }).waitFor()
      await take(page, `door${look.suffix}`)
    }
    await signIn(page, who)
    for (const stop of wanted) await takeOne(page, stop, look)
    await context.close()
  }
}

async function takeOne(page: Page, stop: Stop, { suffix }: Look): Promise<void> {
  await page.keyboard.press('Escape')
  await page.evaluate("window.location.hash = '#/sales'")
  await page.locator('[data-guid]').nth(3).waitFor()
  await stop.reach(page)
  // Nothing is pointed at.
  await page.mouse.move(0, 0)
  // Pictures and tables that come after the screen itself; live news never end.
  await page.waitForTimeout(500)
  await take(page, `${stop.name}${suffix}`)
}

async function take(page: Page, name: string): Promise<void> {
  writeFileSync(`${directory}${name}.png`, smallPng(await page.screenshot()))
  console.log(name)
}

await buildStaleScreens()
for (const old of globSync('*.png', { cwd: directory })) rmSync(`${directory}${old}`)
mkdirSync(directory, { recursive: true })
const screens = await openScreens()
try {
  await sellSome(screens, 14)
  for (const look of looks) await takeAll(screens, look)
} finally {
  await screens.close()
}
