import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens.close())

test('somebody else begins at the sales, and settings are no screen for who may not enter them', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/people'")
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.keyboard.press('F10')
  await page.getByText('The screen is locked.').waitFor()
  await page.getByRole('button', { name: 'Someone else' }).click()
  await signIn(page, 'cashier')
  await page.getByRole('searchbox').waitFor()
  expect(page.url()).toMatch(/#\/sales$/)
  await page.evaluate("window.location.hash = '#/settings/people'")
  await page.getByRole('heading', { name: 'There is no such screen' }).waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: 'Settings' }).count()).toBe(0)
  await context.close()
})
