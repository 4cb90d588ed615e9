import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInFull } from '../support/in-full.ts'
import { invoice } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { keysOf } from './support/keyboard.ts'
import { at } from './support/moves.ts'
import { confirm, type OpenPage, openScreens, type Screens } from './support/screens.ts'

let screens: Screens
let open: OpenPage

beforeEach(async () => {
  screens = await openScreens({}, { withPeople: false })
  open = await screens.open()
})
afterEach(async () => {
  await open.context.close()
  await screens.close()
})

const owner = { name: 'Aminah', pin: '918273' }
const cashier = { name: 'Siti', pin: '736251' }

const setupCode = (): string => {
  const code = screens.gateway.gateway.setupCode()
  if (code === null) throw new Error('there is no set-up code')
  return code
}

/** The label of the field with the cursor, and whether it is red. */
const focused = (page: Page) =>
  page.evaluate<readonly [string, boolean]>(
    "[document.activeElement.labels?.[0]?.textContent.replace(/ \\*$/, ''), document.activeElement.ariaInvalid === 'true']",
  )

const oneTimeCode = /^[2-9A-Z]{5}-[2-9A-Z]{5}$/

/** The cashier chooses a PIN; the owner does not see it. */
async function comeInWith(code: string): Promise<void> {
  const { page, context } = await screens.open()
  await page.getByRole('button', { name: new RegExp(cashier.name) }).click()
  await page.getByLabel('One-time code').fill(code)
  await page.getByLabel('Your new PIN').fill(cashier.pin)
  await page.getByLabel('Confirm PIN').fill(cashier.pin)
  await page.getByRole('button', { name: 'Save the PIN and sign in' }).click()
  await page.getByRole('navigation').first().waitFor()
  await context.close()
}

/** Sells with the new token, to show that it works. */
async function firstSale(token: string): Promise<number> {
  const { status } = await fetch(`${screens.gateway.baseUrl}/sale/invoice_submission`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(invoice('FIRST-1')),
  })
  return status
}

test('the first start leads the owner from the set-up code to the first sale', async () => {
  const { page } = open
  await page.getByRole('textbox', { name: 'Set-up code' }).fill(setupCode())
  await page.getByRole('textbox', { name: 'Your name' }).fill(owner.name)
  await page.getByLabel('PIN', { exact: false }).first().fill(owner.pin)
  await page.getByLabel('Confirm PIN').fill(owner.pin)
  await page.getByRole('button', { name: 'Create owner' }).click()
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
  expect(await violations(page)).toEqual([])

  // What this shop does not need stays marked on this computer.
  const company = page.getByRole('listitem').filter({ hasText: 'Set up the company' })
  await company.getByRole('button', { name: 'Skip' }).click()
  await company.getByText('skipped').waitFor()
  await page.reload()
  await at('#/settings/first-steps')(page)
  await company.getByText('skipped').waitFor()
  await company.getByRole('button', { name: 'Undo' }).click()
  await company.getByRole('button', { name: 'Skip' }).waitFor()

  await page.getByRole('link', { name: 'Add cashiers and supervisors' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(cashier.name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await confirm(page, owner.pin)
  await comeInWith((await page.getByText(oneTimeCode).textContent()) ?? '')
  await page.getByRole('button', { name: 'I have written it down' }).click()

  await page.getByRole('link', { name: 'Tills' }).click()
  // Wait for the page: the page before has a field “name” too.
  await page.getByRole('button', { name: 'Make the key' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Till 1')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await confirm(page, owner.pin)
  const token = (await page.getByText(/^rst_/).textContent()) ?? ''
  expect(await firstSale(token)).toBe(202)
  await page.getByRole('button', { name: 'I have written it down' }).click()

  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await page.getByRole('button', { name: 'Check again' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.locator('[data-guid]').first().getByText('Valid', { exact: true }).waitFor()
  expect(open.complaints).toEqual([])
})

if (isInFull)
  test('and does so by keyboard alone', async () => {
    const { page } = open
    const keys = keysOf(page)
    await page.getByRole('textbox', { name: 'Set-up code' }).waitFor()
    await keys.type(setupCode())
    await keys.tabTo('Your name')
    await keys.type(owner.name)
    await keys.tabTo('PIN')
    await keys.type(owner.pin)
    await keys.tabTo('Confirm PIN')
    await keys.type(owner.pin)
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
    await keys.tabTo('Add cashiers and supervisors')
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await keys.tabTo('Name')
    await keys.type(cashier.name)
    await keys.press('Enter')
    await page.getByLabel('Your PIN').waitFor()
    await keys.tabTo('Your PIN')
    await keys.type(owner.pin)
    await keys.answer()
    await page.getByText(oneTimeCode).waitFor()
    await keys.tabTo('I have written it down')
    await keys.press('Enter')
    await keys.tabTo('Tills')
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Tills' }).waitFor()
    await keys.tabTo('Name')
    await keys.type('Till 1')
    await keys.press('Enter')
    await page.getByLabel('Your PIN').waitFor()
    await keys.tabTo('Your PIN')
    await keys.type(owner.pin)
    await keys.answer()
    const token = (await page.getByText(/^rst_/).textContent()) ?? ''
    expect(await firstSale(token)).toBe(202)
  })

test('a weak PIN, a wrong set-up code and a wrong PIN each say what to mend', async () => {
  const { page } = open
  const begin = async (code: string, pin: string) => {
    await page.getByRole('textbox', { name: 'Set-up code' }).fill(code)
    await page.getByRole('textbox', { name: 'Your name' }).fill(owner.name)
    await page.getByLabel('PIN', { exact: false }).first().fill(pin)
    await page.getByLabel('Confirm PIN').fill(pin)
    await page.getByRole('button', { name: 'Create owner' }).click()
  }
  const alert = page.getByRole('alert')
  // The first person is an owner, whose PIN has more digits than that of a cashier.
  await page.getByText('6 to 12 digits.').waitFor()
  for (const field of await page.locator('input[type=password]').all()) await field.fill('73915')
  await page.getByText(/^Still missing: .*PIN$/).waitFor()
  expect(await page.getByRole('button', { name: 'Create owner' }).isDisabled()).toBe(true)
  await begin(setupCode(), '123456')
  await page.getByText('This PIN is easy to guess.').waitFor()
  await expect.poll(() => focused(page)).toEqual(['PIN', true])
  await begin('ABCD-EFGH-JKLM', owner.pin)
  const wrongCode = page.getByText('This is not the set-up code.')
  await wrongCode.waitFor()
  // The button was below the edge of this screen. The field is in sight and red, with the cursor in it.
  await expect.poll(() => focused(page)).toEqual(['Set-up code', true])
  await expect
    .poll(async () => {
      const { y, height } = (await wrongCode.boundingBox()) ?? { y: -1, height: 0 }
      return y >= 0 && y + height <= 768
    })
    .toBe(true)
  // The answer does not stay in another language.
  await page.getByText('Bahasa Melayu', { exact: true }).click()
  await wrongCode.waitFor({ state: 'detached' })
  await page.getByText('tetingkap tempat sistem Resit dimulakan').waitFor()
  await page.getByText('English', { exact: true }).click()
  await page.getByText('window in which Resit was started').waitFor()
  await expect.poll(() => page.getByText('Fix what the list names').count()).toBe(0)
  await begin(setupCode(), owner.pin)
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()

  // If faults are listed, the headline is about the whole form, and each stands at its field.
  await page.evaluate("window.location.hash = '#/settings/companies'")
  await page.getByRole('button', { name: 'Add a company' }).click()
  await page.getByRole('button', { name: 'Save the company' }).click()
  await alert.getByText('Not saved. Correct the fields in red').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'TIN' }).getAttribute('aria-invalid')).toBe('true')

  const another = await screens.open()
  await another.page.getByRole('button', { name: new RegExp(owner.name) }).click()
  await another.page.keyboard.type('000111')
  await another.page.keyboard.press('Enter')
  await another.page.getByText('This PIN is not right. Try again.').waitFor()
  await another.context.close()
})
