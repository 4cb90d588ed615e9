import type { Locator } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenPage, openScreens, people, type Screens } from './support/screens.ts'

let screens: Screens
let open: OpenPage

beforeEach(async () => {
  screens = await openScreens({}, { withPeople: false })
  open = await screens.open({ isUnbound: true })
})
afterEach(async () => {
  await open.context.close()
  await screens.close()
})

const mostDecisions = 12

test('from the first start to the first valid sale a new owner decides at most twelve things, on the screens alone', async () => {
  const { page } = open
  let decisions = 0
  const type = async (field: Locator, text: string) => {
    decisions += 1
    await field.fill(text)
  }
  const press = async (name: string) => {
    decisions += 1
    await page.getByRole('button', { name }).click()
  }
  const { name, pin } = people.owner
  await type(page.getByRole('textbox', { name: 'Set-up code' }), screens.gateway.gateway.setupCode() ?? '')
  await type(page.getByRole('textbox', { name: 'Your name' }), name)
  await type(page.getByLabel('PIN', { exact: false }).first(), pin)
  await type(page.getByLabel('Confirm PIN'), pin)
  await press('Create owner')
  await press('Try a sale')
  await page.locator('[data-command=send]:enabled').waitFor()
  decisions += 1
  await page.locator('[data-command=send]').click()
  await page.getByText('Valid', { exact: true }).first().waitFor()
  await page.getByRole('img', { name: 'QR code of the validation link' }).waitFor()
  // What is done is not the main button any more.
  await page.getByRole('banner').getByRole('link', { name: 'First steps' }).click()
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Try a sale' }).count()).toBe(0)
  // The next step has the main button, and no step leads to where this owner can do nothing.
  const steps = page.getByRole('main').getByRole('list')
  await expect.poll(() => steps.getByRole('link', { name: 'Go live' }).count()).toBe(0)
  await steps
    .getByRole('listitem')
    .filter({ hasText: 'Add cashiers and supervisors' })
    .getByRole('link', { name: 'Do this next' })
    .click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  console.log(`${decisions} decisions to the first valid sale`)
  expect(decisions).toBeLessThanOrEqual(mostDecisions)
  expect(open.complaints).toEqual([])
})
