import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { isInFull } from '../support/in-full.ts'
import { customer, document } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { keysOf } from './support/keyboard.ts'
import { supervising } from './support/supervising.ts'

const here = supervising()
const { submit, sending } = here
let page: Page
const statusOf = async ({ SALE_GUID }: WireRecord) => (await here.api.status('sale', 'invoice', SALE_GUID)).body.STATUS

/** Forty documents in a shift: 14 valid, one refused, and 25 that a pause holds back. */
async function mixedShift(shift: string) {
  const valid: WireRecord[] = []
  for (let n = 1; n <= 14; n += 1) valid.push(await submit(shift, `${shift}-${n}`))
  const refused = await submit(shift, `${shift}-15`, { BUYER: { ...customer, TIN: 'C99999999990' } })
  for (const record of valid) await here.api.until(record, 'Valid')
  await here.api.until(refused, 'Invalid')
  await sending('pause')
  const unsent: WireRecord[] = []
  for (let n = 16; n <= 39; n += 1) unsent.push(await submit(shift, `${shift}-${n}`))
  unsent.push(await submit(shift, '=40,"x"'))
  return { valid, refused, unsent }
}

/** Runs the task while the list of the supervisor gets no news. @returns lets the news through */
async function behindTheList(task: () => Promise<unknown>): Promise<() => void> {
  const lists = '**/operator/v1/records?**'
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(lists, async (route) => {
    await held
    await route.fallback()
  })
  await task()
  return goOn
}

const row = ({ SALE_GUID }: WireRecord) => page.locator(`[role=row][data-guid="${SALE_GUID}"]`)
const firstRow = () => page.locator('main [role=row][data-guid]').first().getAttribute('data-guid')
/** By keyboard: the first of the usual reasons has the focus, and then the act. */
async function chooseReason() {
  await dialog().locator('button[aria-pressed=false]:focus').waitFor()
  await page.keyboard.press('Space')
  await dialog().locator('[type=submit]:focus').waitFor()
}
const dialog = () => page.getByRole('dialog')
const finished = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const voidAtTill = ({ SALE_GUID }: WireRecord) => here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })
const refundAtTill = ({ SALE_GUID, SHIFT_CODE }: WireRecord) =>
  here.api.submit(
    'sale',
    'credit_note',
    document('sale', 'credit_note', `${SHIFT_CODE}-r`, { ORIGINALS: [{ SALE_GUID }] }),
  )
const last = <Item>(items: readonly Item[]): Item => items.at(-1) as Item
const first = <Item>(items: readonly Item[]): Item => items[0] as Item

async function statusesOf(records: readonly WireRecord[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const record of records) {
    const status = await statusOf(record)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const show = async (what: string) => {
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: what }).click()
}
const sumOf = (records: readonly WireRecord[]) =>
  (records.reduce((sum, { TOTAL_PAYABLE }) => sum + Math.round(Number(TOTAL_PAYABLE) * 100), 0) / 100).toFixed(2)

describe('a shift end with 40 mixed documents', () => {
  test('is voided and cancelled by mouse, with a result for each and two refused in the gateway’s words', async () => {
    const { valid, unsent } = await mixedShift('M')
    page = await here.atWork()
    await page.getByRole('link', { name: /^To do/ }).click()
    // One document needs a person.
    await page.getByText('1 shown').waitFor()
    await show('Not sent yet')
    await page.getByText('25 shown').waitFor()
    await show('Everything')
    await page.getByText('40 shown').waitFor()

    await page.getByRole('checkbox', { name: 'Select all that can be changed' }).check()
    await page.getByText('40 shown · 1 to do · 40 selected').waitFor()
    await page.getByRole('button', { name: 'Close 1' }).waitFor()

    // Void: the preview says what happens to each document. Void and cancel are separate runs.
    await page.getByRole('button', { name: 'Void 25' }).last().click()
    await dialog().getByText('Will be changed: 25').waitFor()
    expect(await violations(page)).toEqual([])
    // The preview lists all documents with their amounts and the sum.
    await expect
      .poll(() => dialog().getByRole('list', { name: 'Will be changed: 25' }).getByRole('listitem').count())
      .toBe(25)
    const sum = new RegExp(`RM ${sumOf(unsent)}`)
    await dialog().getByRole('heading', { name: sum }).waitFor()
    await expect.poll(() => dialog().getByText(sum).count()).toBe(2)
    await dialog().getByText('Stay as they are: 15').waitFor()
    await expect.poll(() => dialog().getByText('can be voided', { exact: false }).count()).toBe(0)
    await expect.poll(() => dialog().getByText('Valid: it can still be cancelled', { exact: false }).count()).toBe(14)
    const gone = last(unsent.slice(0, -1))
    const afterVoids = await behindTheList(() => voidAtTill(gone))
    // One reason for all of them: none is chosen beforehand, and one takes one touch.
    const reason = dialog().getByRole('textbox', { name: 'Reason' })
    expect(await reason.inputValue()).toBe('')
    expect(await dialog().getByRole('button', { name: 'Void 25' }).isDisabled()).toBe(true)
    await dialog().getByRole('button', { name: 'Entered twice' }).click()
    expect(await reason.inputValue()).toBe('Entered twice')
    await dialog().getByRole('button', { name: 'Void 25' }).click()
    await finished('Finished: Voided 24 · Not voided 1')
    afterVoids()
    await row(gone).getByText('It is voided already. Nothing is left to do.').first().waitFor()
    // Failed documents come before the others.
    await expect.poll(firstRow).toBe(gone.SALE_GUID)
    expect(await statusesOf(unsent)).toEqual({ Voided: 25 })
    expect((await here.api.status('sale', 'invoice', first(unsent).SALE_GUID)).body.VOID_REASON).toBe('Entered twice')
    expect(await statusesOf(valid)).toEqual({ Valid: 14 })

    // The result goes with its page. Of what failed nothing is left to do.
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /^Sales/ })
      .click()
    await page.getByRole('link', { name: /^To do/ }).click()
    await page.getByText('1 shown').waitFor()
    expect(await page.getByText('Finished').count()).toBe(0)

    // Cancel: one reason for all documents.
    await show('Everything')
    // A click with Shift selects all rows in between.
    const boxes = page.getByRole('checkbox', { name: /^Select sale/ })
    await boxes.nth(3).click()
    await boxes.nth(1).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select all that can be changed' }).check()
    await page.getByRole('button', { name: 'Cancel 14' }).last().click()
    await expect.poll(() => dialog().getByRole('button', { name: 'Cancel 14' }).isDisabled()).toBe(true)
    // The focus is on the first of the usual reasons, all of the question is in sight, and none is chosen.
    await dialog().locator('button[aria-pressed=false]:focus').waitFor()
    await dialog().getByText('MyInvois will be asked to cancel each of them.', { exact: false }).waitFor()
    expect(await page.evaluate('document.querySelector("[data-question]").scrollTop')).toBe(0)
    // One touch chooses a usual reason, and then the act has the focus. A function key or a click outside does not close the
    // dialog.
    await dialog().getByRole('button', { name: 'Goods returned' }).click()
    await expect.poll(() => dialog().getByRole('textbox').inputValue()).toBe('Goods returned')
    await dialog().locator('[type=submit]:focus').waitFor()
    await dialog().getByRole('textbox').fill('Wrong prices')
    expect(await dialog().getByText('/ 200').count()).toBe(0)
    await dialog().getByRole('textbox').fill('Wrong prices '.repeat(12))
    await dialog().getByText('155 / 200').waitFor()
    await dialog().getByRole('textbox').fill('Wrong prices')
    for (const key of ['F2', 'F3', 'F4', 'F6', 'F8', 'F9']) await page.keyboard.press(key)
    await page.mouse.click(8, 300)
    expect(page.url()).toContain('#/todo')
    await expect.poll(() => dialog().getByRole('textbox').inputValue()).toBe('Wrong prices')
    const afterCancels = await behindTheList(() => refundAtTill(first(valid)))
    await dialog().getByRole('button', { name: 'Cancel 14' }).click()
    await finished('Finished: Cancelled 13 · Not cancelled 1')
    afterCancels()
    await expect.poll(firstRow).toBe(first(valid).SALE_GUID)
    await row(first(valid)).getByText('Another active document refers to it.').first().waitFor()
    expect(await statusesOf(valid)).toEqual({ Cancelled: 13, Valid: 1 })
    expect(here.complaints().filter((complaint) => !complaint.includes('409'))).toEqual([])
  })

  if (isInFull)
    test('is voided and cancelled by keyboard alone', async () => {
      const { valid, refused, unsent } = await mixedShift('K')
      page = await here.atWork()
      const { press, type, tabTo, choose, answer } = keysOf(page)
      await press('F2')
      await page.getByText('shown').waitFor()
      await tabTo(/^Shift$/)
      await choose('KLCC · T1 · K')
      await tabTo('Show')
      await choose('Not done yet')
      await page.getByText('26 shown').waitFor()
      // Selects two by keyboard, deselects the second, then selects all.
      await tabTo('Select sale')
      await press('Space', 'ArrowDown', 'Space')
      await page.getByText('2 selected').waitFor()
      await press('Space')
      await page.getByText('1 selected').waitFor()
      await press('End', 'Home')
      await tabTo('Select all that can be changed')
      await press('Space')
      await page.getByText('26 selected').waitFor()
      await press('F6')
      await dialog().waitFor()
      const gone = last(unsent.slice(0, -1))
      const afterVoids = await behindTheList(() => voidAtTill(gone))
      await chooseReason()
      await answer()
      await finished('Finished: Voided 24 · Not voided 1')
      afterVoids()

      await tabTo('Show')
      await choose('Everything')
      await page.getByText('40 shown').waitFor()
      await tabTo('Select all that can be changed')
      await press('Space')
      await page.getByText('15 selected').waitFor()
      await press('F7')
      await dialog().waitFor()
      await tabTo('Reason')
      await type('Wrong prices')
      const afterCancels = await behindTheList(() => refundAtTill(first(valid)))
      await tabTo('Cancel 14')
      await answer()
      await finished('Finished: Cancelled 13 · Not cancelled 1')
      afterCancels()
      expect([await statusesOf(unsent), await statusesOf(valid), await statusOf(refused)]).toEqual([
        { Voided: 25 },
        { Cancelled: 13, Valid: 1 },
        'Invalid',
      ])
    })
})
