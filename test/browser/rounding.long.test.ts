import { beforeEach, expect, test } from 'vitest'
import { coffee } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { beginNew, openSale } from './support/moves.ts'
import { signIn } from './support/screens.ts'

const here = atScreens()
beforeEach(() => here.limitRefunds('1000'))

test('a sale of RM 118.60 that was rounded says so, and a full refund note gives back RM 118.60', async () => {
  const LINES = [
    { ...coffee, DESCRIPTION: 'Laksa', QUANTITY: 3, UNIT_PRICE: 14.5 },
    { ...coffee, DESCRIPTION: 'Set dinner', QUANTITY: 4, UNIT_PRICE: 17.1 },
  ]
  const sold = await here.sell('R-1', { LINES, ROUNDING_AMOUNT: '-0.01', PAYMENT_METHOD: '01' })
  await here.api.until(sold, 'Valid')
  const { page } = here
  await signIn(page, 'cashier')
  await openSale(page, 'R-1')
  const sums = page.locator('main tfoot')
  await sums.getByText('RM 118.60').waitFor()
  const shown = await sums.innerText()
  expect(shown).toMatch(
    /^Subtotal \(excl. tax\)\s+RM 111.90\s+Tax\s+RM 6.71\s+Rounding\s+RM -0.01\s+To pay\s+RM 118.60$/,
  )
  await page.locator('[data-command=note]:enabled').click()
  await page.getByRole('button', { name: 'All that is left', exact: true }).click()
  const totals = page.getByRole('complementary')
  await totals.getByText('RM -0.01').waitFor()
  await totals.getByText('RM 118.60').waitFor()
  await page.locator('[data-command=send]').click()
  await page.getByRole('heading', { level: 1, name: /Refund note M-/ }).waitFor()
  const guid = page.url().replace(/^.*\/sales\/([^/]*).*$/, '$1')
  expect((await here.api.status('sale', 'refund_note', guid)).body).toMatchObject({ TOTAL_PAYABLE: '118.60' })
})

test('a sale made by hand is rounded once it is paid in cash, unless a person says no', async () => {
  const { page } = here
  await signIn(page, 'cashier')
  await page.locator('[data-command=new-document]').waitFor()
  await beginNew(page)
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  await page.getByRole('textbox', { name: 'Price each' }).fill('10.49')
  // A new line has the tax of the last sold line.
  await page.getByRole('combobox', { name: 'Tax' }).fill('06')
  await page.keyboard.press('Tab')
  const totals = page.getByRole('complementary')
  const choice = totals.getByRole('checkbox', { name: 'Paid in cash: round to 5 sen' })
  await totals.getByText('RM 10.49').first().waitFor()
  await expect.poll(() => choice.isChecked()).toBe(false)
  await page.getByRole('combobox', { name: 'Payment method' }).fill('01')
  await page.keyboard.press('Tab')
  await totals.getByText('RM 10.50').waitFor()
  await totals.getByText('RM 0.01').waitFor()
  await expect.poll(() => choice.isChecked()).toBe(true)
  await choice.uncheck()
  await totals.getByText('RM 10.50').waitFor({ state: 'detached' })
  await expect.poll(() => totals.getByText('RM 0.01').count()).toBe(0)
  // What is ticked as cash is recorded as cash.
  const method = page.getByRole('combobox', { name: 'Payment method' })
  await expect.poll(() => method.inputValue()).toBe('')
  await choice.check()
  await expect.poll(() => method.inputValue()).toBe('01 – Cash')
  await page.getByText('No buyer details', { exact: true }).click()
  await page.locator('[data-command=send]').click()
  await page.getByRole('button', { name: 'Open this sale' }).click()
  await page.getByRole('definition').filter({ hasText: '01 – Cash' }).waitFor()
})

test('a receipt of the general public is given back in three clicks, whole and with its rounding', async () => {
  const LINES = [{ ...coffee, QUANTITY: 3, UNIT_PRICE: 14.51 }]
  const receipt = { BUYER: null, CONSOLIDATE: true, LINES, ROUNDING_AMOUNT: '0.01', PAYMENT_METHOD: '01' }
  const sold = await here.sell('B-1', receipt)
  const { page } = here
  await signIn(page, 'cashier')
  await openSale(page, 'B-1')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('The general public: no buyer is needed.').waitFor()
  await page.getByRole('button', { name: 'All that is left', exact: true }).click()
  await page.locator('[data-command=send]').click()
  await page.getByRole('heading', { level: 1, name: /Refund note M-/ }).waitFor()
  const guid = page.url().replace(/^.*\/sales\/([^/]*).*$/, '$1')
  const note = (await here.api.status('sale', 'refund_note', guid)).body
  expect(note).toMatchObject({ TOTAL_PAYABLE: sold.TOTAL_PAYABLE, STATUS: 'Pending' })
})
