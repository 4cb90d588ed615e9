import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { operate } from '../support/operator.ts'
import { customer, invoice } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { keysOf } from './support/keyboard.ts'
import { printedWidth } from './support/printed.ts'
import type { Who } from './support/screens.ts'

const here = atScreens({ isPageOpen: false, mayComplain: true })
let page: Page

const sell = async (TERMINAL_NAME: string, code: string, more = {}): Promise<WireRecord> => {
  const sold = await here.sell(`${TERMINAL_NAME}-${code}`, { TERMINAL_NAME, ...more })
  return here.api.until(sold, 'Valid', 'Invalid')
}
const refused = (terminal: string) => sell(terminal, '2', { BUYER: { ...customer, TIN: 'C99999999990' } })

async function atWork(who: Who, options = {}): Promise<void> {
  page = await here.atWork(who, { acceptDownloads: true, ...options })
}
const sumOf = (records: readonly WireRecord[]) =>
  records.reduce((sum, { TOTAL_PAYABLE }) => sum + Number(TOTAL_PAYABLE), 0).toFixed(2)
const dialog = () => page.getByRole('dialog')

test('a shift comes of what its till sells: it is closed with remainders by touch, and its report is printed', async () => {
  await sell('T1', '1')
  const open = await refused('T1')
  await atWork('cashier', { hasTouch: true })
  await page.getByRole('link', { name: 'Shifts' }).first().tap()
  await page.getByRole('button', { name: /T1.*Shift A is open/ }).tap()
  await page.getByText('A supervisor closes the shift.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Close anyway' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Close all tills' }).count()).toBe(0)
  expect(here.complaints).toEqual([])
  await here.context.close()

  await atWork('supervisor', { hasTouch: true })
  await page.getByRole('link', { name: 'Shifts' }).first().tap()
  await page.getByRole('button', { name: /T1/ }).tap()
  await page.getByText('Resolve before closing: 1').waitFor()
  // The line of To do: who the buyer is, and what MyInvois refused.
  await page.getByText(`${String(customer['NAME'])} · TIN: MyInvois does not know it`, { exact: false }).waitFor()
  // Of an open shift it changes with each record.
  expect(await page.getByText('Fingerprint of the records').count()).toBe(0)
  // The one main button leads to To do, where the shift is already chosen.
  expect(await page.locator('main [data-variant=filled]').allTextContents()).toEqual([
    'Work through 1 document in To do',
  ])
  await page.getByRole('link', { name: 'Work through 1 document in To do' }).tap()
  await page.getByRole('heading', { level: 1, name: 'To do' }).waitFor()
  await page.getByRole('button', { name: 'Go through them one by one' }).waitFor()
  await page.getByText('1 shown').waitFor()
  await page.goBack()
  await page.getByText('Correct it here or at the till', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Close anyway' }).tap()
  const close = dialog().getByRole('button', { name: 'Close anyway' })
  await expect.poll(() => close.isDisabled()).toBe(true)
  await dialog().getByRole('textbox').fill('The buyer comes back tomorrow')
  await close.tap()
  await page.getByRole('heading', { name: /Closed with open items/ }).waitFor()
  await page.getByRole('link', { name: 'Work through 1 document in To do' }).waitFor()
  const ended = page.getByText('The buyer comes back tomorrow').locator('..')
  expect(await ended.textContent()).toMatch(/^As at closing, .* · Farid · The buyer/)
  // What is closed for good later stays in the report, and is named below it, on paper too.
  await operate(here.screens.gateway, 'POST', `/records/${open.SALE_GUID}/closure`, { reason: 'Entered twice' })
  await page.getByRole('heading', { name: 'Changed since closing: 1 (RM 7.42)' }).waitFor()
  await page.getByRole('button', { name: 'Print the report' }).tap()
  const printed = page.frameLocator('iframe[title=print]')
  await printed.getByRole('heading', { name: 'Shift report' }).waitFor({ state: 'attached' })
  await printed.getByText('Changed since closing: 1').waitFor({ state: 'attached' })
  expect(await printedWidth(page)).toBe(72)
  expect(here.complaints).toEqual([])
})

test('a shift is closed clean by keyboard alone', async () => {
  await sell('T2', '1')
  await atWork('supervisor')
  const { press, tabTo, answer } = keysOf(page)
  await tabTo('Shifts')
  await press('Enter')
  await tabTo(/T2/)
  await press('Enter')
  await page.getByText('This till has nothing left to do').waitFor()
  await tabTo('Close the shift')
  await press('Enter')
  await dialog().waitFor()
  await tabTo('Close the shift')
  await answer()
  await page.getByRole('heading', { name: /Closed: no document needs you/ }).waitFor()
  await page.getByText('Fingerprint of the records').waitFor()
  // The button went with the open shift, so the keyboard goes on at the heading.
  await page.locator('h1:focus').waitFor()
  expect(here.complaints).toEqual([])
})

test('all shifts of all tills are closed with four clicks, what needs a person with one reason, onto one page', async () => {
  const sold: WireRecord[] = []
  for (const terminal of ['T7', 'T8', 'T9']) sold.push(await sell(terminal, '1', { PAYMENT_METHOD: '01' }))
  sold.push(await refused('T8'))
  sold.push(await sell('T9', '3', { SHIFT_CODE: 'B', PAYMENT_METHOD: '01' }))
  await operate(here.screens.gateway, 'POST', '/sending/pause', {})
  const { body: voided } = await here.api.submit('sale', 'invoice', invoice('T9-4', { TERMINAL_NAME: 'T9' }))
  await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: voided.SALE_GUID })
  await operate(here.screens.gateway, 'POST', '/sending/resume', {})
  const told = { company: 'DEMO', outlet: 'KLCC', terminal: 'T7', shift: 'A', count: 2, total: '14.84' }
  await operate(here.screens.gateway, 'POST', '/tills/reports', told)
  await atWork('supervisor')
  await page.getByRole('link', { name: 'Shifts' }).first().click()
  await page.getByRole('button', { name: 'Close all tills' }).click()
  await dialog().getByText('1 document is to do or in doubt').waitFor()
  // Which one it is, and why, in the question and on the page.
  const open = /T8 · Shift A, no. 1.*T8-2 Refused RM 7\.42.* · TIN: MyInvois does not know it/s
  await dialog().locator('div', { hasText: open }).first().waitFor()
  // The question has the takings of all tills, and their sum.
  await dialog()
    .getByRole('row', { name: `All these shifts 5 RM ${sumOf(sold)}` })
    .waitFor()
  // The second shift of T9 is among them.
  await dialog()
    .getByRole('row', { name: /^KLCC · T9 · Shift B, no. \d 1 / })
    .waitFor()
  await expect.poll(() => dialog().getByRole('button', { name: 'Close anyway' }).isDisabled()).toBe(true)
  // The reason is asked once the shifts are there, and then it has the focus.
  await dialog().locator('button[aria-pressed=false]:focus').waitFor()
  // All of the question is in sight at once.
  expect(await page.evaluate('document.querySelector("[data-question]").scrollTop')).toBe(0)
  await dialog().getByRole('button', { name: 'It is corrected tomorrow' }).click()
  await dialog().getByRole('button', { name: 'Close anyway' }).click()
  await dialog().getByRole('heading', { name: 'Closed today' }).waitFor()
  const takings = dialog().getByRole('table', { name: 'Total' })
  for (const shift of ['T7 · Shift A', 'T8 · Shift A', 'T9 · Shift A', 'T9 · Shift B'])
    await takings.getByText(`KLCC · ${shift}`).waitFor()
  // Of all shifts that were closed today: sales and refunds are told apart, and the tax is there.
  await dialog()
    .getByRole('table', { name: 'By document' })
    .getByRole('row', { name: /^Invoice \d RM/ })
    .waitFor()
  await dialog()
    .getByRole('table', { name: 'Tax' })
    .getByRole('row', { name: /^02 – Service Tax 6% \d RM/ })
    .waitFor()
  await expect.poll(() => dialog().getByText('It is corrected tomorrow').count()).toBe(2)
  await dialog().getByRole('button', { name: 'Print the report' }).click()
  const printed = page.frameLocator('iframe[title=print]')
  await printed.getByRole('heading', { name: 'Shift report' }).waitFor({ state: 'attached' })
  expect(await printed.locator('body').textContent()).toMatch(
    /Kedai Kopi Contoh.*By status.*T8 · Shift A, no. 1 · Closed with open items · .*Farid · It is corrected.*T8-2/s,
  )
  // A difference alone is no open item; each shift says who closed it and when; and what was voided is listed.
  const paper = await printed.locator('body').textContent()
  expect(paper).toMatch(/T7 · Shift A, no. 1 · Closed · As at closing, [^·]*\d\d:\d\d · Farid · It is corrected/)
  expect(paper).toMatch(/T9 · Shift A, no. \d · Closed: no document needs you · As at closing, [^·]*\d\d:\d\d · Farid/)
  expect(paper).toMatch(/T9 · Shift A, no. \d · Voided, cancelled, refunded or closed.*Voided T9-4 RM 7\.42/)
  // The printed page stays out of the keyboard's way.
  expect(await page.locator('iframe[title=print][inert]').count()).toBe(1)
  await keysOf(page).tabTo('Done')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('button', { name: 'Close all tills' }).isDisabled()).toBe(true)
  // The report can be printed again.
  await page.getByRole('button', { name: 'Closed today' }).click()
  await takings.getByText('KLCC · T9 · Shift B').waitFor()
  await dialog().getByRole('button', { name: 'Done' }).click()
  expect(here.complaints).toEqual([])
})

test('the till’s total is typed, corrected, and stands beside what arrived in the shift, on paper and in the list', async () => {
  const sold = [await sell('T6', '1'), await sell('T6', '2')]
  const total = sumOf(sold)
  await atWork('cashier')
  await page.getByRole('link', { name: 'Shifts' }).first().click()
  await page.getByRole('button', { name: /T6/ }).click()
  await page.getByRole('button', { name: 'Type the till’s total' }).click()
  await page.getByRole('textbox', { name: 'Number of documents' }).fill('3')
  await page.getByRole('textbox', { name: 'Total', exact: true }).fill(`RM ${total}`)
  await page.getByRole('textbox', { name: 'Total', exact: true }).press('Enter')
  const differs = page.getByRole('table', { name: 'Differs from the till' })
  await expect
    .poll(() => differs.getByRole('row').allTextContents())
    .toEqual([`Till3RM ${total}`, `Resit2RM ${total}`, 'Difference-1RM 0.00'])
  await here.context.close()

  await atWork('supervisor')
  await page.getByRole('link', { name: 'Shifts' }).first().click()
  await page.getByRole('button', { name: /T6/ }).click()
  await page.getByText('the till has another total').waitFor()
  await page.getByRole('button', { name: 'Close the shift' }).click()
  // The question says the difference.
  await dialog()
    .getByRole('table', { name: /T6 · Shift A, no. 1 · Differs from the till/ })
    .getByRole('row', { name: 'Difference -1' })
    .waitFor()
  // A difference is closed with its reason.
  await expect.poll(() => dialog().getByRole('button', { name: 'Close the shift' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'The mistake is at the till' }).click()
  await expect.poll(() => dialog().getByRole('button', { name: 'Close the shift' }).isDisabled()).toBe(false)
  await dialog().getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Correct the till’s total' }).click()
  await page.getByRole('textbox', { name: 'Number of documents' }).fill('2')
  await page.getByRole('textbox', { name: 'Total', exact: true }).fill(total)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('table', { name: 'Agrees with the till' }).waitFor()
  await page.getByRole('button', { name: 'Close the shift' }).click()
  await dialog().getByRole('button', { name: 'Close the shift' }).click()
  await page.getByRole('button', { name: /Closed: no document needs you.*Agrees with the till/ }).waitFor()
  await page.getByRole('button', { name: 'Print the report' }).click()
  const printed = page.frameLocator('iframe[title=print]')
  await printed.getByRole('table', { name: 'Agrees with the till' }).waitFor({ state: 'attached' })
  expect(await printed.getByRole('button').count()).toBe(0)
  expect(here.complaints).toEqual([])
})

/** Cancels a sale on the portal and compares. @returns the sale as it is stored here then */
async function comparedAfterCancelling(code: string): Promise<WireRecord> {
  const sold = await sell('T3', code)
  await here.screens.gateway.gateway.practice?.faults.set({ kind: 'portal_cancel', uuid: sold.AUTHORITY?.UUID ?? '' })
  const compared = page.waitForResponse(/\/reconciliations\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Compare now' }).click()
  await compared
  await page.getByRole('heading', { name: /everything was read/ }).waitFor()
  return (await here.api.status('sale', 'invoice', sold.SALE_GUID)).body
}

test('a comparison with the authority lists what differs', async () => {
  await sell('T3', '1')
  await atWork('supervisor')
  await page.getByRole('link', { name: 'Shifts' }).first().click()
  await page.getByRole('link', { name: 'Compare with MyInvois' }).click()
  // Half a minute after its start the gateway reads the portal by itself, and then there is no difference any more.
  const { STATUS } = await comparedAfterCancelling('2')
  if (STATUS === 'Cancelled') await comparedAfterCancelling('3')
  await page.getByRole('cell', { name: 'Cancelled', exact: false }).first().waitFor()
  await page.getByRole('rowheader', { name: 'Status differs' }).first().waitFor()
  // Each difference says what a person does next.
  await page.getByText('MyInvois is right about the status.').first().waitFor()
  expect(here.complaints).toEqual([])
})

test('a comparison that MyInvois did not answer says so in one sentence', async () => {
  await atWork('supervisor')
  await page.getByRole('link', { name: 'Shifts' }).first().click()
  await page.getByRole('link', { name: 'Compare with MyInvois' }).click()
  const { practice } = here.screens.gateway.gateway
  await practice?.faults.set({ kind: 'away', how: 'refused' })
  await page.getByRole('button', { name: 'Compare now' }).click()
  const part = page.getByRole('region', { name: 'Not compared yet' })
  await part.getByText('MyInvois did not answer; compare again later.').waitFor()
  await practice?.faults.clear()
  expect(await part.locator('p:visible').count()).toBe(1)
  expect(await page.getByText('Nothing differs').count()).toBe(0)
})

test('a comparison with the authority is made by keyboard alone', async () => {
  await sell('T4', '1')
  await atWork('supervisor')
  const { press, tabTo } = keysOf(page)
  await tabTo('Shifts')
  await press('Enter')
  await page.getByRole('heading', { name: 'Tills' }).waitFor()
  await tabTo('Compare with MyInvois')
  await press('Enter')
  await page.getByRole('button', { name: 'Compare now' }).waitFor()
  // A range of one day is written as one day.
  const day = await page.getByLabel('To', { exact: true }).inputValue()
  await tabTo('Only today')
  await press('Enter')
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(day)
  await tabTo('Compare now')
  await press('Enter')
  const read = page.getByRole('heading', { name: /everything was read/ })
  await expect.poll(() => read.locator('time').count()).toBe(1)
  expect(here.complaints).toEqual([])
})
