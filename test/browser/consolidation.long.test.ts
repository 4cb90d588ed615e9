import { describe, expect, test } from 'vitest'
import { qrTextOf } from '../../electron/gateway/authority/practice/taxpayer-questions.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { addDays, dayOf } from '../../shared/domain/calendar.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { type Body, customer, invoice } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { atScreens } from './support/at-screens.ts'
import { keysOf } from './support/keyboard.ts'
import { openSale } from './support/moves.ts'

const here = atScreens({ isPageOpen: false })
const { atWork } = here

const zone = 'Asia/Kuala_Lumpur'
const month = () => consolidatingAt(here.screens.gateway)
/** A day in the middle of last month, so that its receipts are due. */
function lastMonth(): string {
  const day = new Date(Date.now() + 8 * 3_600_000)
  day.setUTCDate(0)
  day.setUTCDate(15)
  return day.toISOString()
}
async function sell(TERMINAL_NAME: string, code: string, more: Body = {}): Promise<WireRecord> {
  const ISSUED_AT = new Date(Date.now() - 1_000).toISOString()
  const receipt = invoice(code, { TERMINAL_NAME, BUYER: null, CONSOLIDATE: true, ISSUED_AT, ...more })
  const { status, body } = await here.api.submit('sale', 'invoice', receipt)
  expect(status).toBe(202)
  return body
}
const codeOf = (number: number) => `R${String(number).padStart(4, '0')}`
const statusOf = async ({ SALE_GUID }: WireRecord) => (await here.api.status('sale', 'invoice', SALE_GUID)).body
async function consolidateAll(): Promise<void> {
  const { body } = await month().begin()
  await month().settled(body.id)
}

describe('a supervisor', () => {
  test('previews the receipts of last month from two tills, makes e-invoices of them by touch, and sees them valid', async () => {
    const sold: WireRecord[] = []
    for (let number = 1; number <= 15; number += 1)
      for (const till of ['T1', 'T2']) sold.push(await sell(till, codeOf(number), { ISSUED_AT: lastMonth() }))
    const page = await atWork('supervisor', { hasTouch: true })
    await page.getByRole('link', { name: 'Consolidate', exact: true }).tap()
    await page.getByRole('region', { name: 'For consolidation' }).waitFor()
    expect(await page.getByRole('definition').first().textContent()).toBe('30 receipts')

    // The day is there: the end of last month.
    expect(await page.getByLabel('Sales up to').inputValue()).toBe(
      addDays(`${dayOf(Date.now(), zone).slice(0, 7)}-01`, -1),
    )
    await page.getByRole('button', { name: 'Preview' }).first().tap()
    const rows = page.getByRole('table').getByRole('row')
    await rows.nth(2).waitFor()
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining('Till'),
      expect.stringMatching(/KLCC · T1.*15.*RM 105\.00.*RM 6\.30.*RM 111\.30/s),
      expect.stringMatching(/KLCC · T2.*15.*RM 111\.30/s),
    ])
    await expect.poll(() => rows.count()).toBe(3)
    // With the total of all of them.
    await page.getByText(/^2 e-invoices from 30 receipts, sold up to .*: RM 222\.60$/).waitFor()

    await page.getByRole('button', { name: 'Make 2 e-invoices' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Receipts: 30, together RM 222.60.').waitFor()
    await dialog.getByRole('button', { name: 'Make 2 e-invoices' }).tap()

    await page.getByRole('heading', { name: 'Finished' }).waitFor()
    await page.getByText('Receipts taken: 30').waitFor()
    await page.getByText('E-invoices checked: 2 of 2').waitFor()
    const documents = page.getByRole('region', { name: 'E-invoices of this consolidation' })
    await documents.getByText('Valid', { exact: true }).nth(1).waitFor()
    // The two have one number, so each says its till.
    await documents.getByText(/^C\d{6}-001 · T1$/).waitFor()
    await documents.getByText(/^C\d{6}-001 · T2$/).waitFor()
    await documents.locator('[data-guid]').first().tap()
    await page.getByRole('heading', { level: 1, name: /Consolidated e-invoice C\d{6}-001/ }).waitFor()
    await page.getByText('15 receipts').waitFor()
    await expect
      .poll(async () => new Set((await Promise.all(sold.map(statusOf))).map(({ STATUS }) => STATUS)))
      .toEqual(new Set(['Valid']))

    // Goes from a receipt to its consolidated document.
    await page.evaluate(`window.location.hash = '#/sales/${sold[0]?.SALE_GUID}'`)
    await page.getByText('Became part of a consolidated e-invoice').waitFor()
    await page.getByRole('link', { name: /Consolidated e-invoice C\d{6}-001/ }).tap()
    await page.getByRole('heading', { level: 1, name: /C\d{6}-001/ }).waitFor()
  })

  test('does the same by keyboard alone up to today, and finds the run again among the earlier ones', async () => {
    await sell('T3', codeOf(1), { ISSUED_AT: lastMonth() })
    await sell('T3', codeOf(3))
    const page = await atWork('supervisor')
    const keys = keysOf(page)
    await keys.tabTo('Consolidate')
    await keys.press('Enter')
    await page.getByRole('region', { name: 'For consolidation' }).waitFor()
    await keys.tabTo('Up to today')
    await keys.press('Enter')
    await keys.tabTo('Preview')
    await keys.press('Enter')
    await page.getByText('2 e-invoices from 2 receipts').waitFor()
    await keys.tabTo('Make 2 e-invoices')
    await keys.press('Enter')
    await page.getByRole('dialog').waitFor()
    await keys.tabTo('Make 2 e-invoices')
    await keys.answer()
    await page.getByRole('heading', { name: 'Finished' }).waitFor()
    await page.getByText('E-invoices checked: 2 of 2').waitFor()
    await keys.tabTo('Back')
    await keys.press('Enter')
    await page.getByText('No receipts are waiting').waitFor()
    await keys.tabTo(/2 e-invoices from 2 receipts/)
    await keys.press('Enter')
    await page.getByText('Receipts taken: 2').waitFor()
    const made = expect.stringMatching(/1 receipt.*RM 7\.42/s)
    expect(await page.locator('[data-guid]').allInnerTexts()).toEqual([made, made])
  })
})

test('what is overdue goes as voluntary disclosure where a supervisor ticks that, and only then', async () => {
  const dayMs = 24 * 3_600_000
  const page = await atWork('supervisor')
  for (const isTicked of [false, true]) {
    await sell('T8', isTicked ? 'D0002' : 'D0001', { ISSUED_AT: new Date(Date.now() - 100 * dayMs).toISOString() })
    await page.getByRole('link', { name: 'Consolidate', exact: true }).click()
    await page.getByRole('region', { name: 'For consolidation' }).waitFor()
    await page.getByRole('button', { name: 'Preview' }).first().click()
    await page.getByRole('button', { name: 'Make 1 e-invoice' }).click()
    const dialog = page.getByRole('dialog')
    const box = dialog.getByRole('checkbox', { name: 'Send overdue receipts as voluntary disclosure' })
    // The box is not ticked at first: voluntary disclosure must not happen by accident.
    await expect.poll(() => box.isChecked()).toBe(false)
    if (isTicked) await box.check()
    await dialog.getByRole('button', { name: 'Make 1 e-invoice' }).click()
    await page.getByRole('heading', { name: 'Finished' }).waitFor()
    await page.getByText('E-invoices checked: 1 of 1').waitFor()
    const [run] = (await month().call('GET', '/consolidation?company=DEMO')).body.runs
    expect(run).toMatchObject({ disclose: isTicked })
    const { documents } = await month().settled(run.id)
    const uuid = documents[0]?.AUTHORITY?.UUID ?? ''
    const sent = here.screens.gateway.gateway.practice?.ledger.documents().find((each) => each.uuid === uuid)
    expect(sent?.version).toBe(isTicked ? '1.2' : '1.0')
  }
})

test('what MyInvois refused of it stands on To do until it is made anew, and nobody has to close it', async () => {
  const { store } = here.screens.gateway.gateway
  const sold = await sell('T7', 'X0001')
  const [company] = await store.companies.list()
  if (!company) throw new Error('there is no company')
  const withActivity = (msicCode: string) =>
    store.companies.save({ ...company, profile: { ...company.profile, msicCode } }, 'control')
  await withActivity('99999')
  await consolidateAll()
  await withActivity(company.profile.msicCode)
  expect(await statusOf(sold)).toMatchObject({ STATUS: 'Pending', CONSOLIDATED_INTO: null })

  const page = await atWork('supervisor')
  await page.getByRole('link', { name: /^To do/ }).click()
  const notice = page.getByRole('status').filter({ hasText: /refused the consolidated e-invoice C\d{6}-\d{3}/ })
  await notice.getByText('(KLCC · T7): its receipt waits again').waitFor()
  await page.getByRole('link', { name: /^To do 1/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: 'See why' }).click()
  await page.getByRole('heading', { level: 1, name: /Consolidated e-invoice C\d{6}-\d{3}/ }).waitFor()
  await page.getByText('MyInvois refused it: its receipts wait again').waitFor()
  await page.getByRole('button', { name: 'Consolidate again' }).first().click()
  await page.getByRole('region', { name: 'For consolidation' }).waitFor()
  await consolidateAll()
  expect(await statusOf(sold)).toMatchObject({ STATUS: 'Valid' })
  await page.getByRole('link', { name: /^To do/ }).click()
  await page.getByRole('heading', { level: 1, name: 'To do' }).waitFor()
  await notice.waitFor({ state: 'detached' })
})

describe('a buyer who asks later', () => {
  const buyersCode = Buffer.from(qrTextOf(String(customer['TIN']))).toString('base64')

  test('gets an e-invoice of their own from a cashier, by the code of their app', async () => {
    const sold = await sell('T4', 'B0001')
    const page = await atWork('cashier', { hasTouch: true })
    await openSale(page, 'B0001')
    await page.getByRole('button', { name: 'Buyer asks for an e-invoice' }).last().tap()
    const send = page.getByRole('button', { name: 'Make the e-invoice' })
    await page
      .locator(':focus')
      .and(page.getByRole('combobox', { name: 'Find the buyer' }))
      .waitFor()
    await send.last().tap()
    await page
      .getByText(/needs? fixing/)
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Find the buyer' }).fill(buyersCode)
    await page.keyboard.press('Enter')
    await page.getByText('Filled in from the code').waitFor()
    // A scanner ends with Enter. In a form this goes to the next empty field and sends nothing.
    await page.getByRole('textbox', { name: 'TIN' }).press('Enter')
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toContain('E-mail')
    expect(await statusOf(sold)).toMatchObject({ REVISION: 1 })
    await send.last().tap()
    // The buyer scans the result; the way back leads to the sale.
    await page.locator('main[data-shown$="/done"]').waitFor()
    await page.getByRole('img', { name: 'QR code of the validation link' }).waitFor()
    expect(await page.getByText('part of this month’s consolidated').count()).toBe(0)
    await page.getByRole('button', { name: 'Back', exact: true }).tap()
    await page.getByRole('heading', { level: 1, name: 'Invoice B0001' }).waitFor()
    await page.getByText('it is now an e-invoice of its own').waitFor()
    await page.getByText('Valid', { exact: true }).first().waitFor()
    expect(await statusOf(sold)).toMatchObject({
      STATUS: 'Valid',
      CONSOLIDATED: false,
      CONSOLIDATED_INTO: null,
      REVISION: 2,
    })
    await expect.poll(() => page.getByRole('button', { name: 'Buyer asks for an e-invoice' }).count()).toBe(0)
  })

  test('is told the lawful way where the receipt is part of a consolidated e-invoice already', async () => {
    await here.limitRefunds('1000')
    await sell('T5', 'B0002')
    await consolidateAll()
    const page = await atWork('cashier', { hasTouch: true })
    await openSale(page, 'B0002')
    await page.getByText('Issue a refund note on it, then a new sale with the buyer.').waitFor()
    expect(await page.getByRole('button', { name: 'Buyer asks for an e-invoice' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Refund', exact: true }).tap()
    await page.getByText('The general public: no buyer is needed.').waitFor()
    await page.getByRole('button', { name: 'All that is left', exact: true }).tap()
    await page.locator('[data-command=send]').tap()
    await page.getByRole('heading', { level: 1, name: /Refund note M-/ }).waitFor()
    await page.getByRole('button', { name: 'Open this sale' }).tap()
    await page.getByText('Entered on the screens').waitFor()
  })

  test('is told so at once where a run takes the receipt while the form is filled in', async () => {
    const sold = await sell('T6', 'B0003')
    const page = await atWork('cashier')
    await openSale(page, 'B0003')
    await page.locator('[data-command=buyer]').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Puan Contoh')
    await consolidateAll()
    await page.getByRole('alert').getByText('It is part of a consolidated e-invoice already.').waitFor()
    expect(await statusOf(sold)).toMatchObject({ CONSOLIDATED: true, STATUS: 'Valid' })
  })
})

test('the owner sets how a company consolidates, and the settings are kept', async () => {
  const page = await atWork('owner')
  await page.evaluate("window.location.hash = '#/settings/companies'")
  const dialog = page.getByRole('dialog')
  const openSettings = async () => {
    await page.getByRole('button', { name: 'Consolidation' }).click()
    await dialog.getByRole('combobox', { name: 'How often' }).waitFor()
  }
  await openSettings()
  await dialog.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Day of the month' }).count()).toBe(0)
  await dialog.getByRole('textbox', { name: 'Largest receipt' }).fill('500')
  await dialog.getByRole('switch', { name: 'Compare the receipt without its tax' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Saved.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await month().call('GET', '/consolidation/settings?company=DEMO')).body).toMatchObject({
    frequency: 'daily',
    limit: '500',
    limit_before_tax: true,
    day: 3,
  })
  await openSettings()
  await expect.poll(() => dialog.getByRole('combobox', { name: 'How often' }).inputValue()).toBe('Every day')
})
