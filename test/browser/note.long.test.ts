import { beforeEach, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { customer, invoice } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { at, openSale } from './support/moves.ts'
import { signIn } from './support/screens.ts'

const here = atScreens()
beforeEach(() => here.limitRefunds('1000'))
/** The SALE_GUID in the address of the screen of a sale. */
const shownGuid = () => here.page.url().replace(/^.*\/sales\/([^/]*).*$/, '$1')

test('a note is started from its original, and knows it', async () => {
  const original = await here.api.until(await here.sell('N-1'), 'Valid')
  const { page } = here
  await signIn(page, 'cashier')
  await openSale(page, 'N-1')
  await page
    .getByRole('term')
    .filter({ hasText: /^Date$/ })
    .waitFor()
  await page.locator('[data-command=note]:enabled').click()
  // The title names the document by its number and amount, and not by its GUID.
  await page.getByRole('heading', { level: 1, name: 'Refund note for N-1, RM 7.42' }).waitFor()
  await expect.poll(() => page.getByText(original.SALE_GUID).count()).toBe(0)
  // The buyer is filled in too, and shown as one line.
  await page.locator('summary', { hasText: `${String(customer['NAME'])} · ${String(customer['TIN'])}` }).click()
  for (const [label, value] of [
    ['TIN', customer['TIN']],
    ['Name', customer['NAME']],
    ['Telephone', customer['PHONE']],
    ['Address', '12 Jalan Rumah'],
    ['Town', 'Shah Alam'],
  ] as const)
    await expect.poll(() => page.getByRole('textbox', { name: label, exact: true }).inputValue()).toBe(value)
  // The lines are filled in with quantities and taxes, once the person chooses them.
  await page.getByRole('button', { name: 'All that is left', exact: true }).click()
  const totals = page.getByRole('complementary')
  await totals.getByText('RM 7.42').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Price each' }).inputValue()).toBe('3.50')
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('3')
  await page.locator('[data-command=send]').click()
  await page.getByText('Only 2 left to give back.').first().waitFor()
  expect(page.url()).toContain('/new/')
  await quantity.fill('1')
  await totals.getByText('RM 3.71').waitFor()
  await page.locator('[data-command=send]').click()
  await page.getByRole('heading', { level: 1, name: /Refund note M-/ }).waitFor()
  await page.getByText('Valid', { exact: true }).first().waitFor()
  const note = (await here.api.status('sale', 'refund_note', shownGuid())).body
  expect(note).toMatchObject({ TOTAL_PAYABLE: '3.71', STATUS: 'Valid' })
  // The sale says how much of it came back, and what is possible now.
  await page.evaluate(`window.location.hash = '#/sales'`)
  const row = page.locator(`[data-guid="${original.SALE_GUID}"]`)
  await row.getByText('Refunded RM 3.71', { exact: true }).last().waitFor()
  await openSale(page, 'N-1')
  await page.getByText('Refunded RM 3.71 of RM 7.42').waitFor()
  await page.getByText('There is a note on it, so it cannot be cancelled alone').waitFor()
  await expect.poll(() => page.getByText('Can be cancelled until').count()).toBe(0)
  // Escape leads back to the list. In a question it only closes that.
  await page.keyboard.press('F7')
  await page.keyboard.press('Escape')
  await row.waitFor()
  // The next one begins with what is left.
  await page.evaluate(`window.location.hash = '#/new?original=${original.SALE_GUID}&kind=refund_note'`)
  await page.getByText('left: 1 × RM 3.50').waitFor()
  await page.getByRole('checkbox', { name: /Kopi O/ }).check()
  await page.getByRole('complementary').getByText('RM 3.71').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('1')
})

test('a note for a person has their whole number', async () => {
  const person = { ...customer, TIN: 'IG10203040506', ID_TYPE: 'NRIC', ID_NUMBER: '770625015324' }
  const { body } = await here.api.submit('sale', 'invoice', invoice('N-2', { BUYER: person }))
  await here.api.until(body, 'Valid')
  const { page } = here
  await signIn(page, 'cashier')
  await page.evaluate(`window.location.hash = '#/new?original=${body.SALE_GUID}&kind=refund_note'`)
  await page.getByRole('button', { name: 'All that is left', exact: true }).click()
  await page.getByRole('complementary').getByText('RM 7.42').waitFor()
  await page.keyboard.press('F9')
  await page.getByRole('heading', { level: 1, name: /Refund note M-/ }).waitFor()
  await expect.poll(() => page.getByText('Valid', { exact: true }).count()).toBe(1)
})

test('a note without a document or without a line says what to do', async () => {
  const sale = await here.api.until(await here.sell('N-5'), 'Valid')
  const { page } = here
  await signIn(page, 'cashier')
  await at(`#/new?original=${sale.SALE_GUID}&kind=refund_note`)(page)
  await page.keyboard.press('F9')
  await page.locator('header').getByText('Tick the items, or press “All that is left”.').waitFor()
  await at('#/new')(page)
  await page.getByText('Self-billed, or a note').click()
  await page.getByText('Credit note', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  await page.getByRole('textbox', { name: 'Price each' }).fill('3.50')
  await page.getByRole('combobox', { name: 'Find the buyer' }).fill('C25845632020')
  await page.getByRole('option', { name: /^Syarikat Pelanggan/ }).click()
  await page.keyboard.press('F9')
  await page.getByRole('alert').getByText('A note needs the document it is for.').waitFor()
  expect(await page.getByText('Required', { exact: true }).count()).toBe(0)
})

test('a cancelled sale is given to no buyer any more, and its paper says that it is cancelled', async () => {
  const sale = await here.api.until(await here.sell('N-3'), 'Valid')
  await here.api.post('/sale/invoice_cancellation', { SALE_GUID: sale.SALE_GUID, REASON: 'Wrong amount' })
  await here.api.until(sale, 'Cancelled')
  const { page } = here
  await signIn(page, 'cashier')
  for (const path of ['/done', '']) {
    await at(`#/sales/${sale.SALE_GUID}${path}`)(page)
    await page.getByRole('button', { name: 'Back' }).waitFor()
    for (const given of ['WhatsApp', 'Validation link', 'QR code of the validation link'])
      expect(await page.getByText(given).or(page.getByAltText(given)).count()).toBe(0)
  }
  await page.getByText('Paper and PDF say in large letters that it is cancelled.').waitFor()
  await page.getByRole('button', { name: 'Print the slip' }).click()
  await page.frameLocator('iframe').getByText('Cancelled', { exact: true }).waitFor()
})

test('while MyInvois is away the result says that the sale is kept, and never that it is being checked', async () => {
  const { page } = here
  const fault = (more: object) => operate(here.screens.gateway, 'POST', '/practice/fault', more)
  await signIn(page, 'cashier')
  await at('#/sales')(page)
  await fault({ kind: 'away', how: 'refused' })
  const sale = await here.sell('N-4')
  await page.evaluate(`window.seen = new Set()
    new MutationObserver(() => window.seen.add(document.querySelector('main output')?.textContent))
      .observe(document.body, { subtree: true, childList: true, characterData: true })`)
  await page.evaluate(`window.location.hash = '#/sales/${sale.SALE_GUID}/done'`)
  await page.getByText('Kept here, and sent to MyInvois automatically.').waitFor()
  await page
    .locator('[data-tone=warning]')
    .getByText(/^MyInvois away since/)
    .waitFor()
  expect(await page.evaluate<string[]>('[...window.seen].filter((text) => /is checking/.test(text))')).toEqual([])
  await fault({ kind: 'none' })
  await page.getByText('Valid', { exact: true }).waitFor()
})

test('while a sale is being sent the result says so', async () => {
  const { page } = here
  await signIn(page, 'cashier')
  await operate(here.screens.gateway, 'POST', '/practice/fault', { kind: 'timeout_before', times: 1, on: 'submit' })
  const sale = await here.sell('N-9')
  await at(`#/sales/${sale.SALE_GUID}/done`)(page)
  await page.getByText('Being sent to MyInvois.').waitFor()
  expect(await page.getByText('Kept here').count()).toBe(0)
})

test('on a phone a fault without a field of its own is in sight', async () => {
  const { page } = here
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'cashier')
  await at('#/new')(page)
  await page.getByRole('combobox', { name: 'Description' }).fill('Kopi O')
  await page.getByRole('textbox', { name: 'Price each' }).fill('5')
  await page.getByText('No buyer details', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Payment method' }).fill('cash')
  await page.getByRole('option').first().click()
  await page.getByLabel('Amount', { exact: true }).fill('1')
  await page.locator('[data-command=send]').click()
  const told = page.getByRole('alert').getByText('These payments should come to')
  await told.waitFor()
  await expect.poll(async () => ((await told.boundingBox())?.y ?? 9_999) + 40).toBeLessThan(780)
})

test('on a phone the button that sends stays in sight and covers no field', async () => {
  const { page } = here
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'cashier')
  await at('#/new')(page)
  const send = page.locator('[data-command=send]')
  await send.waitFor()
  for (const name of ['Description', 'Price each', 'Discount', 'Amount']) {
    await page
      .getByLabel(name, { exact: name === 'Amount' })
      .first()
      .focus()
    const [button, field] = await Promise.all([send.boundingBox(), page.locator(':focus').boundingBox()])
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844)
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  }
})
