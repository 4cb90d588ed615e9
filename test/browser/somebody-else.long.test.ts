import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../support/people.ts'
import { beginNew } from './support/moves.ts'
import { openScreens, people, type Screens, signIn } from './support/screens.ts'

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

test('what could not be asked because the session was locked says so no more after the PIN', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  await beginNew(page)
  await page.getByRole('textbox', { name: 'ID number' }).fill('201901234567')
  await page.getByRole('textbox', { name: 'TIN', exact: true }).fill('C20830570210')
  const bearer = await page.evaluate<string>(`sessionStorage.getItem('resit.session')`)
  await send(screens.gateway, 'POST', '/operator/v1/session/lock', { bearer, body: {} })
  // If the screen has noticed the lock already, the PIN hides the button.
  await page.getByRole('button', { name: 'Check TIN' }).dispatchEvent('click')
  await page.getByText('The screen is locked.').waitFor()
  await page.keyboard.type(people.owner.pin)
  await page.getByRole('button', { name: 'Check TIN' }).waitFor()
  await expect.poll(() => page.getByText('This screen is locked').count()).toBe(0)
  await context.close()
})
