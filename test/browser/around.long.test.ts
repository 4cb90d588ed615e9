import { expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { atScreens } from './support/at-screens.ts'
import { keysOf } from './support/keyboard.ts'
import { at, settled } from './support/moves.ts'

const here = atScreens({ isPageOpen: false })

/** Evaluated in the page. */
const focused = 'document.activeElement.localName + " " + document.activeElement.textContent'
const aroundTheScreen = 'innerHeight - document.querySelector("main").clientHeight'
/** On the screen. The head of a paper, which only a printer shows, has one of its own. */
const practiceMarks =
  '[...document.querySelectorAll("header *")].filter((each) => /^practice/i.test(each.textContent) && each.children.length === 0 && each.checkVisibility()).map((each) => each.textContent)'

test('without a mouse, a screen is read from its heading on, its frame is skipped, and an arrow goes from the search to the rows', async () => {
  // Two sales, so that a list of one is the answer to the search.
  await Promise.all([here.sell('K-1'), here.sell('L-2')])
  const page = await here.atWork('supervisor')
  const keys = keysOf(page)
  for (const [link, heading] of [
    ['Health', 'Health'],
    ['Sales', 'Sales'],
  ] as const) {
    await keys.tabTo(link)
    await keys.press('Enter')
    await settled(page)
    await expect.poll(() => page.evaluate(focused)).toBe(`h1 ${heading}`)
    expect(await page.title()).toBe(`${heading} · Resit`)
  }
  expect(await page.evaluate("document.querySelector('a, button').textContent")).toBe('Skip to the content')
  await keys.tabTo('Skip to the content')
  await keys.press('Enter')
  expect(await page.evaluate(focused)).toBe('h1 Sales')
  await page.locator('[data-guid]', { hasText: 'K-1' }).waitFor()
  await keys.tabTo('Code, number')
  await keys.type('K-1')
  await page.locator('[aria-setsize="1"] [data-guid]').waitFor()
  await keys.press('ArrowDown', 'Enter')
  await expect.poll(() => page.evaluate(focused)).toBe('h1 Invoice K-1')
  // The way back leads to the row of the sale, which Space opens too.
  await keys.press('Escape')
  await expect.poll(() => page.evaluate(focused)).toContain('K-1')
  await keys.press('Space')
  await expect.poll(() => page.evaluate(focused)).toBe('h1 Invoice K-1')
  await keys.tabTo('Sales')
  await keys.press('Enter')
  await page.locator('[aria-setsize="2"]').first().waitFor()
  await keys.press('ArrowDown')
  await expect.poll(() => page.evaluate(focused)).toContain('L-2')
})

test('a screen has all but 90 of 768 pixels, one navigation and one mark of practice, also while MyInvois is away', async () => {
  await here.api.until(await here.sell('A-1'), 'Valid')
  const page = await here.atWork('supervisor')
  for (const screen of ['sales', 'todo', 'shifts', 'consolidation', 'health']) {
    await at(`#/${screen}`)(page)
    expect(await page.evaluate<number>(aroundTheScreen), screen).toBeLessThanOrEqual(90)
    expect(await page.evaluate(practiceMarks), screen).toHaveLength(1)
  }
  expect(await page.locator('nav').count()).toBe(1)
  await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'away', how: 'refused' })
  await here.sell('A-2')
  await page.getByText('MyInvois away since').waitFor()
  expect(await page.evaluate<number>(aroundTheScreen)).toBeLessThanOrEqual(90)
})

test('on a phone the menu behind “More” is closed again, also after a way back to the same screen', async () => {
  const page = await here.atWork('owner')
  await page.setViewportSize({ width: 390, height: 844 })
  await at('#/today')(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const more = menu.getByRole('button', { name: 'More' })
  await more.click()
  await menu.getByRole('link', { name: 'Health' }).click()
  await page.getByRole('heading', { name: 'Health' }).waitFor()
  await menu.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  expect(await more.getAttribute('aria-expanded')).toBe('false')
})
