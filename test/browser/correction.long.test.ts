import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { keptBody } from '../support/stores.ts'
import { coffee, customer, invoice } from '../support/till.ts'
import { atScreens } from './support/at-screens.ts'
import { keysOf } from './support/keyboard.ts'
import { onlyOne, openSale } from './support/moves.ts'
import { signIn, type Who } from './support/screens.ts'

/** A question ignores Enter for this time. */
const deafMs = 550

const here = atScreens({ mayComplain: true })

/**
 * Submits a sale that the authority refuses, because it does not know the TIN. It has a rounding, for which the form
 * has no field.
 */
async function refused(code: string): Promise<WireRecord> {
  const line = { ...coffee, ORIGIN_COUNTRY: 'MYS', SUBTOTAL: '7.01', TOTAL_EXCLUDING_TAX: '7.01' }
  const more = { BUYER: { ...customer, TIN: 'C99999999990' }, LINES: [line], PAYMENT_METHOD: '01', EXTRA: { TABLE: 5 } }
  return here.api.until((await here.api.submit('sale', 'invoice', invoice(code, more))).body, 'Invalid')
}

async function at(who: Who, saleCode: string) {
  await signIn(here.page, who)
  await openSale(here.page, saleCode)
  return here.page
}

const bodyOf = async ({ SALE_GUID }: WireRecord) => {
  const { store } = here.screens.gateway.gateway
  const stored = await store.records.byGuid(SALE_GUID)
  if (!stored) throw new Error('the sale is not kept')
  const bytes = await keptBody(store, stored, stored.record.revision)
  return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
}

describe('a refused document', () => {
  test('is corrected at the field at fault and submitted again as the same sale', async () => {
    const was = await refused('C-1')
    const page = await at('cashier', 'C-1')
    // The most likely act is the first and main button. Acts that are not possible have no button; their key says why.
    const next = page.getByRole('region', { name: 'What now' }).getByRole('button')
    expect(await next.allTextContents()).toEqual(['Correct', 'Back'])
    expect(await next.first().getAttribute('data-variant')).toBe('filled')
    await page.keyboard.press('F6')
    await page
      .getByRole('status')
      .getByText(/^Not possible: ./)
      .waitFor()
    await page.locator('[data-command=correct]').click()
    const tin = page.getByRole('textbox', { name: 'TIN', exact: false }).first()
    await expect.poll(() => tin.getAttribute('aria-invalid')).toBe('true')
    await page.locator('[aria-invalid=true]:focus').waitFor()
    // The menu shows Sales and not New document, because it is still the same sale.
    await page.locator('nav a[aria-current]', { hasText: 'Sales' }).waitFor()
    await expect.poll(() => page.locator('nav a[aria-current]').count()).toBe(1)

    // Sent without a change, it would be refused again.
    await page.locator('[data-command=send]').click()
    await page.getByText('Nothing is changed yet').waitFor()
    await tin.fill(String(customer['TIN']))
    await page.locator('[data-command=send]').click()
    await page.getByRole('heading', { level: 1, name: /C-1/ }).waitFor()
    await page.getByText('Valid', { exact: true }).first().waitFor()

    const now = await here.api.until(was, 'Valid')
    expect(now).toMatchObject({ SALE_GUID: was.SALE_GUID, REVISION: 2, TOTAL_PAYABLE: was.TOTAL_PAYABLE })
    // Fields that the form does not show are sent as the till sent them.
    expect(await bodyOf(was)).toMatchObject({
      EXTRA: { TABLE: 5 },
      PAYMENT_METHOD: '01',
      LINES: [{ SUBTOTAL: '7.01', ORIGIN_COUNTRY: 'MYS' }],
      BUYER: { TIN: customer['TIN'], SST_NUMBER: 'NA' },
    })
    expect(here.complaints).toEqual([])
  })

  test('of which an amount was mended forgets what the till had worked out from it', async () => {
    const was = await refused('C-2')
    const page = await at('cashier', 'C-2')
    await page.locator('[data-command=correct]').click()
    await page.getByRole('textbox', { name: 'TIN' }).first().fill(String(customer['TIN']))
    await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await page.locator('[data-command=send]').click()
    await page.getByRole('heading', { level: 1, name: /C-2/ }).waitFor()
    expect(await here.api.until(was, 'Valid')).toMatchObject({ TOTAL_PAYABLE: '11.13' })
  })

  test('whose buyer gives no details goes to the general public', async () => {
    const was = await refused('C-9')
    const page = await at('cashier', 'C-9')
    await page.locator('[data-command=correct]').click()
    const heading = page.getByRole('heading', { level: 1, name: /C-9/ })
    await heading.waitFor()
    await page.locator('[aria-invalid=true]:focus').waitFor()
    // Also after a reload it is the same sale, and no new document.
    await page.reload()
    await heading.waitFor()
    const list = page.getByRole('complementary').getByRole('alert')
    // The reason names the field once. Beside it stands a link, “No buyer details”.
    await list.getByRole('button', { name: /^TIN: MyInvois/ }).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Payment method' }).inputValue()).toBe('01 – Cash')
    await list.getByRole('button', { name: 'No buyer details', exact: true }).click()
    await page.locator('[data-command=send]').click()
    await page.getByRole('heading', { level: 1, name: /C-9/ }).waitFor()
    const { body } = await here.api.status('sale', 'invoice', was.SALE_GUID)
    expect(body).toMatchObject({ STATUS: 'Pending', CONSOLIDATED: true, REVISION: 2 })
    // The reload asked for a draft that no one had typed in.
    expect(here.complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([])
  })

  test('is corrected by keyboard alone', async () => {
    const was = await refused('C-3')
    await signIn(here.page, 'cashier')
    await here.page.locator('[data-guid]').first().waitFor()
    const keys = keysOf(here.page)
    await keys.press('F4')
    await keys.type('C-3')
    await onlyOne(here.page)
    await keys.tabTo(/C-3/)
    await keys.press('Enter')
    await here.page.locator('[data-command=correct]').waitFor()
    await keys.tabTo('Correct')
    await keys.press('Enter')
    // The faulty field has the focus.
    await here.page.locator('[aria-invalid=true]:focus').waitFor()
    await keys.press('Control+a')
    await keys.type(String(customer['TIN']))
    await keys.press('F9')
    await here.page.getByRole('heading', { level: 1, name: /C-3/ }).waitFor()
    expect(await here.api.until(was, 'Valid')).toMatchObject({ REVISION: 2 })
  })

  test('goes on where its correction was left', async () => {
    await refused('C-4')
    const page = await at('cashier', 'C-4')
    await page.locator('[data-command=correct]').click()
    const name = page.getByRole('textbox', { name: 'Name', exact: false }).first()
    await name.fill('Syarikat Baharu')
    // Leaves the screen at once: what was typed last is saved all the same.
    await page.keyboard.press('F4')
    await openSale(page, 'C-4')
    await page.locator('[data-command=correct]').click()
    await page.getByRole('heading', { level: 1, name: /C-4/ }).waitFor()
    await expect.poll(() => name.inputValue()).toBe('Syarikat Baharu')
  })

  test('is closed for good by a supervisor who says so twice', async () => {
    const was = await refused('C-5')
    const page = await at('supervisor', 'C-5')
    await page.getByRole('button', { name: 'Close for good' }).click()
    const dialog = page.getByRole('dialog')
    // A record that stays without an e-invoice says why, for ever, and is not counted.
    await dialog.getByText('It no longer counts in the takings').waitFor()
    await dialog.locator('button[aria-pressed=false]:focus').waitFor()
    expect(await dialog.getByRole('button', { name: 'Close for good' }).isDisabled()).toBe(true)
    await page.waitForTimeout(deafMs)
    await page.keyboard.press('Enter')
    // The reason is chosen, and the act has the focus. A key that is held down or pressed twice does not do it.
    await dialog.locator('[type=submit]:focus').waitFor()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.waitForTimeout(deafMs)
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await dialog.count()).toBe(1)
    // Function keys and scans do nothing while the question is open.
    await here.scan('KLCC-T1-S1-0001')
    await dialog.getByRole('button', { name: 'Close for good' }).click()
    await page.locator('[data-command=correct]').waitFor({ state: 'detached' })
    expect((await here.api.status('sale', 'invoice', was.SALE_GUID)).body.NEXT_ACTION.ACTION).toBe('none')
    await page.getByRole('region', { name: 'History' }).getByText('Entered again correctly').waitFor()
  })

  test('that a supervisor corrected leads on to the next that is to be done', async () => {
    await refused('C-8')
    await refused('C-7')
    const page = await at('supervisor', 'C-7')
    await page.locator('[data-command=correct]').click()
    await page.getByRole('textbox', { name: 'TIN', exact: true }).fill(String(customer['TIN']))
    await page.keyboard.press('F9')
    await page.getByText('Valid', { exact: true }).waitFor()
    await page.locator('button:focus', { hasText: 'Next in To do' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'To do' }).waitFor()
    await page.getByRole('region', { name: 'Go through them one by one' }).getByText(/^1 of/).waitFor()
    expect(await page.getByRole('heading', { level: 2, name: 'C-7' }).count()).toBe(0)
  })

  test('goes again as it is where a supervisor says so', async () => {
    const was = await refused('C-6')
    const page = await at('supervisor', 'C-6')
    await page.getByRole('button', { name: 'Send again as it is' }).click()
    await expect
      .poll(async () => (await here.api.status('sale', 'invoice', was.SALE_GUID)).body)
      .toMatchObject({ REVISION: 2, STATUS: 'Invalid' })
  })
})

test('a sale that is not kept here is said so', async () => {
  const { page } = here
  await signIn(page, 'cashier')
  await page.evaluate("window.location.hash = '#/sales/22222222-2222-4222-8222-222222222222'")
  await page.getByRole('heading', { name: 'This sale is not kept here' }).waitFor()
  expect(await page.locator('main').textContent()).not.toContain('GUID')
  await page.keyboard.press('F4')
  await page.getByRole('searchbox').waitFor()
})
