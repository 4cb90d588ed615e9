// npm run screenshots: every screen as a picture in build/screenshots, for people to look at and for the README.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { buildStaleScreens } from '../../build/screens.ts'
import { openScreens, type Screens, signIn, type Who } from './support/screens.ts'
import { smallPng } from './support/small-png.ts'
import { type Stop, sellSome, stops } from './support/tour.ts'

const directory = fileURLToPath(new URL('../../build/screenshots/', import.meta.url))
/** These are shown in every language. */
const main: readonly string[] = ['sales', 'record', 'new-document', 'correction', 'shift-end']
const small = { width: 1024, height: 768 }
const looks = [
  { suffix: '', viewport: small, options: { locale: 'en-MY', colorScheme: 'light' }, isWhole: true },
  { suffix: '-dark', viewport: small, options: { locale: 'en-MY', colorScheme: 'dark' }, isWhole: true },
  { suffix: '-ms', viewport: small, options: { locale: 'ms-MY', colorScheme: 'light' }, isWhole: false },
  { suffix: '-zh', viewport: small, options: { locale: 'zh-CN', colorScheme: 'light' }, isWhole: false },
  {
    suffix: '-wide',
    viewport: { width: 1920, height: 1080 },
    options: { locale: 'en-MY', colorScheme: 'light' },
    isWhole: false,
  },
] as const
type Look = (typeof looks)[number]
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
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true })
const screens = await openScreens()
try {
  await sellSome(screens, 14)
  for (const look of looks) await takeAll(screens, look)
} finally {
  await screens.close()
}
