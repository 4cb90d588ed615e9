import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'
import { openSale } from './support/moves.ts'
import { confirm, openScreens, people, type Screens, signIn } from './support/screens.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens()
})
afterAll(() => screens.close())

test('a cashier’s void asks the one supervisor there is, begins at the PIN, and two presses are one approval (UI11)', async () => {
  const api = apiOf(screens.gateway, await screens.gateway.token())
  await operate(screens.gateway, 'POST', '/sending/pause', {})
  const { body: sold } = await api.submit('sale', 'invoice', invoice('D-1'))
  const { page, context, complaints } = await screens.open()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/approvals')) asked.push(request.url())
  })
  await signIn(page, 'cashier')
  await openSale(page, 'D-1')
  await page.keyboard.press('F6')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect
    .poll(() => dialog.getByRole('combobox', { name: /Supervisor/ }).inputValue())
    .toBe(people.supervisor.name)
  await dialog.getByRole('button', { name: 'Entered twice' }).click()
  // The PIN is next.
  await dialog.locator('input[type=password]:focus').waitFor()
  await page.keyboard.type(people.supervisor.pin)
  await expect.poll(() => dialog.getByLabel(/PIN of the supervisor/).inputValue()).toBe(people.supervisor.pin)
  await dialog.getByRole('button', { name: 'Void' }).dblclick()
  await api.until(sold, 'Voided')
  await dialog.waitFor({ state: 'detached' })
  expect(asked).toHaveLength(1)
  expect(complaints).toEqual([])
  await operate(screens.gateway, 'POST', '/sending/resume', {})
  await context.close()
})

test('a person changes the own PIN, stays signed in, and comes in with the new one only', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'supervisor')
  await page.getByRole('button', { name: people.supervisor.name }).click()
  await page.getByRole('menuitem', { name: 'Change my PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change my PIN' })
  const fill = async (present: string, next: string) => {
    await dialog.getByLabel('Your PIN now').fill(present)
    // The keys on the screen type into the focused field.
    await dialog.getByLabel('Your new PIN').fill('')
    for (const digit of next) await dialog.getByRole('button', { name: digit, exact: true }).click()
    await dialog.getByLabel('Confirm PIN').fill(next)
    await dialog.getByRole('button', { name: 'Change my PIN' }).click()
  }
  await fill('000111', '975311')
  await dialog.getByRole('alert').waitFor()
  await fill(people.supervisor.pin, '975311')
  await dialog.getByText('Your PIN is changed.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.keyboard.press('F10')
  await page.keyboard.type('975311')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('navigation').count()).toBeGreaterThan(0)
  await context.close()
})

test('an owner’s PIN that is typed before its length is known is confirmed as soon as it is', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'owner')
  const known = Promise.withResolvers<void>()
  await page.route('**/people/names', async (route) => {
    await known.promise
    await route.fallback()
  })
  await page.evaluate("window.location.hash = '#/settings/people'")
  // The page does not remember the names from the sign-in.
  await page.reload()
  const add = page.getByRole('region', { name: 'Add a person' })
  await add.getByRole('textbox', { name: 'Name' }).fill('Nurul')
  await add.getByLabel('PIN', { exact: true }).fill('593817')
  await add.getByRole('button', { name: 'Add' }).click()
  await confirm(page)
  known.resolve()
  const row = page.getByRole('row', { name: /Nurul/ })
  await row.waitFor()
  expect(await row.count()).toBe(1)
  await context.close()
})
