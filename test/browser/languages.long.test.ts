import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'
import { clippedTexts } from './support/clipped.ts'
import { sellSome } from './support/morning.ts'
import { backToSales } from './support/moves.ts'
import { type OpenPage, openScreens, type Screens, signIn, type Who } from './support/screens.ts'
import { stops } from './support/tour.ts'

let screens: Screens

beforeAll(async () => {
  screens = await openScreens()
  await sellSome(screens, 14)
})
afterAll(() => screens.close())

const roles: readonly Who[] = ['cashier', 'supervisor', 'owner']
const smallest = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }
/** Views and dialogs that a screen opens without a new address. */
const wider = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]

/** Malay has the longest words. English at the smallest till is looked at with axe, in every-screen.long.test.ts. */
describe.each([
  { locale: 'ms-MY', viewport: smallest },
  { locale: 'ms-MY', viewport: phone },
  { locale: 'zh-CN', viewport: smallest },
  { locale: 'en-MY', viewport: phone },
])('in $locale at $viewport.width pixels', ({ locale, viewport }) => {
  describe.each(roles)('the %s', (who) => {
    let open: OpenPage
    beforeAll(async () => {
      open = await screens.open({ locale, viewport })
      await signIn(open.page, who)
    })
    afterAll(() => open.context.close())

    test.each(stops.filter((stop) => stop.who === who))('reads every word of $name', async (stop) => {
      await backToSales(open.page)
      await stop.reach(open.page)
      expect(await clippedTexts(open.page)).toEqual([])
      for (const size of viewport === smallest ? wider : []) {
        await open.page.setViewportSize(size)
        expect(await clippedTexts(open.page), `at ${size.width} pixels`).toEqual([])
      }
      await open.page.setViewportSize(viewport)
    })
  })
})

test('who signs in sees the whole pad, with the button below it', async () => {
  const { page, context } = await screens.open({ locale: 'ms-MY', viewport: phone })
  await page.getByRole('button', { name: /Siti/ }).click()
  await page.getByRole('button', { name: 'Log masuk' }).waitFor()
  expect(await clippedTexts(page)).toEqual([])
  await page.setViewportSize(smallest)
  const button = await page.getByRole('button', { name: 'Log masuk' }).boundingBox()
  expect((button?.y ?? smallest.height) + (button?.height ?? 0)).toBeLessThan(smallest.height)
  await context.close()
})

test('what waits while MyInvois is away has room in Malay, too', async () => {
  await operate(screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
  const { page, context } = await screens.open({ locale: 'ms-MY' })
  await signIn(page, 'supervisor')
  const client = await screens.gateway.client()
  await client('invoice.sale.submit', { body: invoice('A-1', { OUTLET_NAME: 'Bangsar' }) as never })
  await page.locator('a[data-guid]').getByText('Belum dihantar', { exact: true }).waitFor()
  await page.getByText('MyInvois terputus sejak').waitFor()
  // On a phone the filters take two lines, and none is out of sight.
  await page.setViewportSize(phone)
  const heightOfFilters = async () => (await page.locator('main [class*=filters]').boundingBox())?.height ?? Infinity
  await expect.poll(heightOfFilters).toBeLessThan(100)
  await page.setViewportSize(smallest)
  await expect.poll(() => clippedTexts(page)).toEqual([])
  await page.evaluate("window.location.hash = '#/todo?show=everything'")
  await page.locator('[role=row][data-guid]').getByText('Belum dihantar', { exact: true }).waitFor()
  await expect.poll(() => clippedTexts(page)).toEqual([])
  await page.setViewportSize(phone)
  await page.evaluate("window.location.hash = '#/shifts'")
  await page.getByRole('button', { name: 'KLCC · T1' }).click()
  await page.getByRole('link', { name: /^Selesaikan \d+ dokumen di Tugasan$/ }).waitFor()
  await expect.poll(() => clippedTexts(page)).toEqual([])
  await page.evaluate("window.location.hash = '#/todo'")
  await page.getByRole('heading', { level: 1, name: 'Tugasan' }).waitFor()
  await expect.poll(() => clippedTexts(page)).toEqual([])
  await context.close()
})
