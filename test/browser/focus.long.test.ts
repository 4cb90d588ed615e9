import { expect, test } from 'vitest'
import { atScreens } from './support/at-screens.ts'
import { people, signIn } from './support/screens.ts'

const here = atScreens()

test('the people at the door are reached by the arrow keys', async () => {
  const { page } = here
  const names = page.getByRole('button', { name: /^(Aminah|Farid|Siti)/ })
  await names.nth(0).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await names.nth(1).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await names.nth(2).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toMatch(/Siti|Farid|Aminah/)
  expect(await page.title()).toMatch(/^PIN of \w+ · Resit$/)
  // Escape clears the digits, and then leads back to the names.
  const pin = page.getByLabel('PIN', { exact: true })
  await pin.fill('12')
  await pin.press('Escape')
  expect(await pin.inputValue()).toBe('')
  await pin.press('Escape')
  await page.getByRole('heading', { level: 1, name: 'Who are you?' }).waitFor()
})

test('digits that are typed while a wrong PIN is checked belong to the next try', async () => {
  const { page } = here
  const { promise: typed, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/sign_in', async (route) => {
    await typed
    await route.continue()
  })
  await page.getByRole('button', { name: /^Siti/ }).click()
  const { pin } = people.cashier
  await page.keyboard.type(`000000${pin.slice(0, 4)}`)
  answer(undefined)
  await page.getByText('This PIN is not right').waitFor()
  expect(await page.getByLabel('PIN', { exact: true }).inputValue()).toBe(pin.slice(0, 4))
  await page.keyboard.type(pin.slice(4))
  await page.getByRole('navigation').first().waitFor()
})

/** Runs in the page: the contrast of the mark around the focused field with what is behind it. */
const contrastOfFocus = `(() => {
  const pen = document.createElement('canvas').getContext('2d')
  const channels = (colour) => {
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const light = (colour) => {
    const [red, green, blue] = channels(colour).map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const { outlineColor, outlineStyle, backgroundColor } = getComputedStyle(document.activeElement)
  const grounds = [backgroundColor, getComputedStyle(document.body).backgroundColor].map(light)
  const ring = light(outlineColor)
  return outlineStyle === 'none' ? 0 : Math.min(...grounds.map((ground) => (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05)))
})()`

test.each(['light', 'dark'] as const)('the field that has the focus is marked 3:1 on %s', async (scheme) => {
  const { page } = here
  await signIn(page, 'cashier')
  await page.evaluate(`document.documentElement.dataset.mantineColorScheme = '${scheme}'`)
  await page.getByRole('searchbox').focus()
  await expect.poll(() => page.evaluate<number>(contrastOfFocus)).toBeGreaterThan(3)
})
