import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { coffee } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { at, backToSales, beginNew, openSale } from './support/moves.ts'
import { reflowFaults } from './support/reflow.ts'
import { tooSmallTargets } from './support/touch-targets.ts'

const here = atScreens({ isPageOpen: false })

/** Every screen is measured in every-screen.long.test.ts; here are a list, a table, a form and figures. */
test('at 320 pixels and at 200% zoom lists keep their height, and nothing is wider than the page', async () => {
  await here.api.until(await here.sell('Z-1', { BUYER: undefined, CONSOLIDATE: true }), 'Pending')
  const page = await here.atWork('supervisor')
  await page.locator('[data-guid]').first().waitFor()
  expect(await reflowFaults(page)).toEqual([])
  await at('#/todo?show=everything')(page)
  await page.locator('[role=row][data-guid]').first().waitFor()
  expect(await reflowFaults(page)).toEqual([])
  await at('#/reports')(page)
  expect(await reflowFaults(page)).toEqual([])
  await beginNew(page)
  expect(await reflowFaults(page)).toEqual([])
})

/** Runs in the page: the height of what stands above and below a screen. */
const around = `innerHeight - document.querySelector('main').getBoundingClientRect().height`
const menuOf = (page: Page) => page.getByRole('navigation').first()

test.each([
  ['en-MY', 'More', 'Settings'],
  ['ms-MY', 'Lagi', 'Tetapan'],
  ['zh-CN', '更多', '设置'],
])(
  'on a phone the bars take at most 110 pixels, and an owner’s other rooms are behind one button: %s',
  async (locale, more, settings) => {
    await here.api.until(await here.sell(`Z-${locale}`, { BUYER: undefined, CONSOLIDATE: true }), 'Pending')
    const page = await here.atWork('owner', { viewport: { width: 390, height: 844 }, locale })
    await page.locator('header a[data-count]:visible').first().waitFor()
    await expect.poll(() => page.evaluate<number>(around)).toBeLessThanOrEqual(110)
    await expect.poll(() => tooSmallTargets(page)).toEqual([])
    const rooms = menuOf(page).getByRole('link')
    await expect.poll(() => rooms.count()).toBe(4)
    await menuOf(page).getByRole('button', { name: more }).click()
    await expect.poll(() => rooms.count()).toBeGreaterThanOrEqual(8)
    for (const room of await rooms.all()) {
      const box = await room.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844).toBe(true)
    }
    await rooms.filter({ hasText: settings }).click()
    await expect.poll(() => rooms.count()).toBe(4)
  },
)

test('at 1024 by 768 the bars take at most 90 pixels, and at 200% zoom, where the rooms stand at the side, too', async () => {
  const page = await here.atWork('owner')
  await page.locator('header [data-tone]').first().waitFor()
  await expect.poll(() => page.evaluate<number>(around)).toBeLessThanOrEqual(90)
  await page.setViewportSize({ width: 512, height: 384 })
  await expect.poll(() => page.evaluate<number>(around)).toBeLessThanOrEqual(45)
  expect(await menuOf(page).getByRole('link').count()).toBeGreaterThanOrEqual(8)
  expect(await tooSmallTargets(page)).toEqual([])
})

/** Runs in the page: the figures that reach beyond the screen, or beyond what scrolls around them. */
const cutFigures = `[...document.querySelectorAll('main .figure')].filter((each) => each.checkVisibility()).filter((each) => {
  const range = document.createRange()
  range.selectNodeContents(each)
  const { left, right } = range.getBoundingClientRect()
  const frames = [document.documentElement]
  for (let frame = each.parentElement; frame; frame = frame.parentElement)
    if (getComputedStyle(frame).overflowX !== 'visible') frames.push(frame)
  return frames.some((frame) => right > frame.getBoundingClientRect().right + 1 || left < frame.getBoundingClientRect().left - 1)
}).map(({ textContent }) => textContent)`

/** Runs in the page: what has to be scrolled sideways. */
const sideways = `[...document.querySelectorAll('main, main *')]
  .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.className)`

test('each amount of a list is shown whole on a narrow screen, too', async () => {
  await here.sell('R-0', { LINES: [{ ...coffee, UNIT_PRICE: '12345.67' }] })
  const page = await here.atWork('cashier')
  await at('#/sales?days=all&tills=all')(page)
  for (const width of [754, 768, 800, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.locator('[data-guid]', { hasText: 'R-0' }).waitFor()
    await expect.poll(() => page.evaluate(cutFigures)).toEqual([])
  }
  expect(await page.evaluate(sideways)).toEqual([])
})

test('on a phone each amount is shown whole and beside its name: in reports, a shift, Today and a consolidation', async () => {
  const costing = (UNIT_PRICE: string) => ({ LINES: [{ ...coffee, UNIT_PRICE }] })
  for (const code of ['R-1', 'R-2']) await here.sell(code, costing('1234567.89'))
  const receipt = { ...costing('4700'), BUYER: undefined, CONSOLIDATE: true }
  await here.api.until(await here.sell('R-3', receipt), 'Pending')
  const page = await here.atWork('owner', { viewport: { width: 390, height: 844 } })
  await at('#/reports')(page)
  const byTax = page.getByRole('table', { name: 'By tax' })
  await byTax.waitFor()
  await byTax.locator('td[data-name="Taxable amount"]').first().waitFor()
  expect(await page.evaluate(cutFigures)).toEqual([])
  await page.getByText('Month', { exact: true }).click()
  await page.getByRole('table', { name: 'By status' }).waitFor()
  expect(await page.evaluate(cutFigures)).toEqual([])
  await at('#/today')(page)
  await page.getByRole('region', { name: 'Takings' }).waitFor()
  expect(await page.evaluate(cutFigures)).toEqual([])
  await at('#/consolidation')(page)
  await page.locator('input[type=date]').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
  await page.locator('main form [type=submit]').click()
  await page.getByRole('table').waitFor()
  expect(await page.evaluate(cutFigures)).toEqual([])
  expect(await reflowFaults(page)).toEqual([])
})

/** Evaluated in the page: how far the text of each link that looks like a button is from the middle, in pixels. */
const offTheMiddle = `[...document.querySelectorAll('a.mantine-Button-root')].map((link) => {
  const [text, whole] = [link.querySelector('.mantine-Button-label'), link].map((each) => each.getBoundingClientRect())
  return Math.abs(text.top + text.bottom - whole.top - whole.bottom) / 2
})`

test('on a phone a link that looks like a button has its text in the middle', async () => {
  const page = await here.atWork('owner', { viewport: { width: 390, height: 844 } })
  await at('#/settings/provider')(page)
  const off = await page.evaluate<readonly number[]>(offTheMiddle)
  expect(off.length).toBe(3)
  expect(Math.max(...off)).toBeLessThan(2)
})

test('on a phone a choice of one character is as wide as a finger in Chinese', async () => {
  const chinese = await here.atWork('owner', { viewport: { width: 390, height: 844 }, locale: 'zh-CN' })
  await at('#/reports')(chinese)
  expect(await tooSmallTargets(chinese)).toEqual([])
})

test('on a phone a page of the settings is chosen from a list, items keep to whole words, and nothing goes sideways', async () => {
  const LINES = [{ ...coffee, DESCRIPTION: 'Nasi Lemak Ayam' }]
  await here.api.until(await here.sell('Z-4', { LINES }), 'Valid')
  const page = await here.atWork('owner', { viewport: { width: 390, height: 844 }, locale: 'ms-MY' })
  await at('#/settings/people')(page)
  expect(await page.evaluate(sideways)).toEqual([])
  await page.getByRole('combobox', { name: 'Tetapan' }).click()
  await page.getByRole('option', { name: 'Syarikat' }).click()
  await page.getByRole('heading', { level: 1, name: 'Syarikat' }).waitFor()
  await at('#/today')(page)
  expect(await page.evaluate(sideways)).toEqual([])
  await backToSales(page)
  await openSale(page, 'Z-4')
  const sold = page.getByRole('region', { name: 'Apa yang dijual' })
  expect((await sold.getByText('Nasi Lemak Ayam').boundingBox())?.height).toBeLessThanOrEqual(30)
})

/** Runs in the page: the chosen texts that are longer than their field. */
const cutOff = `[...document.querySelectorAll('[role=dialog] input[aria-haspopup=listbox]')]
  .filter((each) => each.scrollWidth > each.clientWidth).map(({ value }) => value)`

test('on a phone no chosen text of the rules for consolidation is cut off, in Malay either', async () => {
  const page = await here.atWork('owner', { viewport: { width: 390, height: 844 }, locale: 'ms-MY' })
  await at('#/settings/companies')(page)
  await page.getByRole('button', { name: 'Penyatuan' }).click()
  await page.getByRole('dialog').getByRole('combobox').first().waitFor()
  expect(await page.evaluate<readonly string[]>(cutOff)).toEqual([])
})

test('on a phone the table of what is consolidated is scrolled by keyboard, too', async () => {
  await here.api.until(await here.sell('Z-3', { BUYER: undefined, CONSOLIDATE: true }), 'Pending')
  const page = await here.atWork('supervisor', { viewport: { width: 390, height: 844 } })
  await at('#/consolidation')(page)
  await page.locator('input[type=date]').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
  await page.locator('main form [type=submit]').click()
  await page.getByRole('table').waitFor()
  expect(await violations(page)).toEqual([])
})
