import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { document } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { keysOf } from './support/keyboard.ts'
import { supervising } from './support/supervising.ts'

const here = supervising()
const { submit, sending } = here
let page: Page
const dialog = () => page.getByRole('dialog')
const finished = (text: string) => page.getByRole('status').filter({ hasText: text })
const status = async ({ SALE_GUID }: WireRecord) => (await here.api.status('sale', 'invoice', SALE_GUID)).body
const open = (name: RegExp) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click()

test('several sales are voided from the list of sales, with one reason and the preview of To do', async () => {
  await sending('pause')
  const unsent = [await submit('V', 'V-1'), await submit('V', 'V-2'), await submit('V', 'V-3')]
  page = await here.atWork()
  // By touch: the button, two rows, and the act.
  await page.getByRole('radio', { name: /Not sent yet/ }).check()
  await page.getByRole('button', { name: 'Select several' }).click()
  // The name and all else of a row ticks it, as its box does.
  await page.getByRole('link', { name: /V-1/ }).click()
  await page.locator('[role=row]', { hasText: 'V-2' }).getByText('Syarikat Pelanggan').click()
  await page.getByText('2 selected').waitFor()
  for (const code of ['V-1', 'V-2'])
    expect(await page.getByRole('checkbox', { name: `Select sale ${code}` }).isChecked()).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Void 2' }).click()
  await dialog().getByText('Will be changed: 2').waitFor()
  await dialog().getByRole('button', { name: 'Entered twice' }).click()
  await dialog().getByRole('button', { name: 'Void 2' }).click()
  await finished('Finished: Voided 2').waitFor()
  // The results stay in sight, although the list has only what is not sent.
  for (const code of ['V-1', 'V-2'])
    await page.locator('[role=row]', { hasText: code }).getByText('Voided').first().waitFor()
  for (const record of unsent.slice(0, 2))
    expect(await status(record)).toMatchObject({ STATUS: 'Voided', VOID_REASON: 'Entered twice' })
  // The next act takes the result away, and so does another list.
  await page.getByRole('checkbox', { name: 'Select sale V-3' }).check()
  await page.getByRole('button', { name: 'Void 1' }).click()
  await dialog().getByRole('button', { name: 'Back' }).click()
  await finished('Finished').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Select several' }).click()
  await page.getByRole('link', { name: /V-3/ }).waitFor()

  // By keyboard.
  const { press, tabTo, answer } = keysOf(page)
  await tabTo('Select several')
  await press('Enter')
  await tabTo('Select sale V-3')
  await press('Space', 'F6')
  await dialog().getByText('Will be changed: 1').waitFor()
  await dialog().locator('button[aria-pressed=false]:focus').waitFor()
  await press('Space')
  await dialog().locator('[type=submit]:focus').waitFor()
  await answer()
  await finished('Finished: Voided 1').waitFor()
  // Enter opens a sale from this list too.
  await tabTo('Select sale')
  await press('Enter')
  await page.waitForURL(/#\/sales\/[0-9a-f-]{36}/)
  expect(here.complaints()).toEqual([])
})

test('the result of a run goes with its page, and what failed stays a row of To do until it was opened', async () => {
  const valid = [await submit('W', 'W-1'), await submit('W', 'W-2')]
  for (const record of valid) await here.api.until(record, 'Valid')
  page = await here.atWork()
  await page.getByRole('button', { name: 'Select several' }).click()
  for (const code of ['W-1', 'W-2']) await page.getByRole('checkbox', { name: `Select sale ${code}` }).check()
  await page.getByRole('button', { name: 'Cancel 2' }).click()
  await dialog().getByRole('button', { name: 'Goods returned' }).click()
  // The list does not hear of the note that is made meanwhile at the till.
  await page.route('**/operator/v1/records?**', () => undefined)
  const { SALE_GUID = '' } = valid[0] ?? {}
  await here.api.submit('sale', 'credit_note', document('sale', 'credit_note', 'W-r', { ORIGINALS: [{ SALE_GUID }] }))
  await dialog().getByRole('button', { name: 'Cancel 2' }).click()
  await finished('Finished: Cancelled 1 · Not cancelled 1').waitFor()
  await page.unroute('**/operator/v1/records?**')

  await open(/^To do/)
  const failed = page.locator(`[role=row][data-guid="${SALE_GUID}"]`)
  await failed.getByText('Not cancelled').waitFor()
  // The list of the sales also has the row, until To do is there.
  await expect.poll(() => finished('Finished').count()).toBe(0)
  await open(/^Sales/)
  await open(/^To do/)
  await failed.getByRole('link').click()
  await page.getByRole('button', { name: 'Back to the list' }).first().click()
  await page.getByText('Nothing to do').waitFor()
  expect(here.complaints().filter((complaint) => !complaint.includes('409'))).toEqual([])
})
