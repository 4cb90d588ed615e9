import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { update } from '../support/stores.ts'
import { customer } from '../support/till.ts'
import { clippedTexts } from './support/clipped.ts'
import { sellInDoubt } from './support/in-doubt.ts'
import { keysOf } from './support/keyboard.ts'
import { supervising } from './support/supervising.ts'

const here = supervising()
const { submit, sending } = here
let page: Page
const dialog = () => page.getByRole('dialog')

async function keptOf({ SALE_GUID }: WireRecord) {
  const stored = await here.gateway.store.records.byGuid(SALE_GUID)
  if (!stored) throw new Error('the document is not kept')
  return stored
}

/** As the gateway itself would write it down. @param dueAt when it looks again */
async function happened(record: WireRecord, event: Parameters<typeof update>[1], dueAt = Date.now() + 3_600_000) {
  const { store } = here.gateway
  const write = update(await keptOf(record), event, { dueAt })
  expect(await store.records.write({ writes: [write] })).toMatchObject({ ok: true })
}

/** The authority has it and its answer was lost; what was found there did not agree. */
async function inConflict(code: string): Promise<WireRecord> {
  await here.gateway.practice?.faults.set({ kind: 'error_after', times: 1, on: 'submit' })
  const inDoubt = await submit('Q', code)
  await expect.poll(async () => (await keptOf(inDoubt)).record.phase).toBe('unknown')
  await happened(inDoubt, { type: 'conflicted', attention: 'conflict', at: Date.now() })
  return inDoubt
}

const one = ({ SALE_GUID }: WireRecord) => page.locator(`section[data-guid="${SALE_GUID}"]`)
/** The list of sales that is left has links by the same names. */
async function toDo(): Promise<void> {
  await page.getByRole('link', { name: /^To do/ }).click()
  await page.getByRole('heading', { level: 1, name: 'To do' }).waitFor()
}

test('a supervisor settles a document in conflict, and reads why where the gateway refuses', async () => {
  const inDoubt = await inConflict('Q-1')
  page = await here.atWork()
  await toDo()
  await page.getByRole('link', { name: inDoubt.SALE_CODE }).click()
  await one(inDoubt).getByRole('button', { name: 'Settle it' }).click()
  await dialog().getByRole('radio', { name: 'It never arrived' }).check()
  await dialog().getByRole('textbox').fill('Looked on the portal at noon')
  await dialog().getByRole('button', { name: 'Settle it' }).click()
  // The authority has it, so a person's word does not count.
  await dialog().getByRole('alert').waitFor()
  expect(await dialog().getByRole('alert').textContent()).not.toBe('')
  expect((await keptOf(inDoubt)).record.phase).toBe('conflict')

  await dialog().getByRole('radio', { name: 'It is there' }).check()
  await dialog().getByRole('button', { name: 'Settle it' }).click()
  await dialog().waitFor({ state: 'detached' })
  await here.api.until(inDoubt, 'Valid')
  await one(inDoubt).getByText('Done. Nothing is left to do here.').waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).first().click()
  await page.getByText('Nothing to do').waitFor()
})

test('what needs a person is worked through one by one with Enter, and the count falls before their eyes', async () => {
  await sending('pause')
  const held = [await submit('Q', 'Q-5'), await submit('Q', 'Q-7')]
  for (const each of held) await happened(each, { type: 'held', attention: 'cannot_be_sent', at: Date.now() })
  await sending('resume')
  page = await here.atWork()
  const { press } = keysOf(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByText('2 to do').waitFor({ state: 'attached' })
  await press('F2')
  const focused = async (name: string) => {
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toContain(name)
  }
  // The newest first, each with what fits it under the finger.
  await focused('Go through them one by one')
  await press('Enter')
  for (const each of held.toReversed()) {
    await one(each).getByText(/^1 of/).waitFor()
    await focused('Try again')
    await press('Enter')
    await one(each).getByText('Done. Nothing is left to do here.').waitFor()
    await here.api.until(each, 'Valid')
    await focused(each === held[0] ? 'Back to the list' : 'Next')
    await press('Enter')
  }
  await page.getByText('Nothing to do').waitFor()
  await menu
    .getByText(/^\d+ to do$/)
    .waitFor({ state: 'detached' })
    .catch(() => undefined)
  expect(here.complaints()).toEqual([])
})

test('an Enter never meets another document than the one that was read, whatever the list becomes meanwhile', async () => {
  await sending('pause')
  const first = await submit('Q', 'Q-8')
  await happened(first, { type: 'held', attention: 'cannot_be_sent', at: Date.now() })
  page = await here.atWork()
  await toDo()
  await page.getByRole('link', { name: first.SALE_CODE }).click()
  await one(first).getByText('1 of 1').waitFor()
  const second = await submit('Q', 'Q-9')
  await happened(second, { type: 'held', attention: 'cannot_be_sent', at: Date.now() })
  // The newer one stands before it now.
  await one(first).getByText('2 of 2').waitFor()
  await one(first).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await keptOf(first)).record.phase).not.toBe('held')
  expect((await keptOf(second)).record.phase).toBe('held')
  await one(first).getByRole('button', { name: 'Void' }).waitFor({ state: 'detached' })
  await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: second.SALE_GUID })
})

test('all that are in doubt are in the list at first, are checked again at once, and each says what came of it', async () => {
  const { practice } = here.gateway
  const inDoubt: WireRecord[] = []
  for (const code of ['Q-3', 'Q-4']) inDoubt.push(await sellInDoubt(here.gateway, () => submit('Q', code)))
  page = await here.atWork()
  await toDo()
  await page.getByText('2 shown · 2 in doubt').waitFor()
  const finished = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await practice?.faults.set({ kind: 'away' })
  await page.getByRole('button', { name: 'Check 2 again now' }).click()
  await finished('Finished: Still in doubt 2')
  for (const { SALE_GUID } of inDoubt)
    await page
      .locator(`[role=row][data-guid="${SALE_GUID}"] [data-outcome]`)
      .filter({ hasText: /^Still in doubt ?MyInvois is asked again at \d\d:\d\d\.$/ })
      .waitFor()
  await practice?.faults.clear()
  await page.getByRole('button', { name: 'Check 2 again now' }).click()
  for (const record of inDoubt) await here.api.until(record, 'Valid')
  await finished('Finished: Valid 2')
  // What is settled leaves the list, and the summary says how it went.
  await page.getByText('Nothing to do').waitFor()
  expect(here.complaints()).toEqual([])
})

test('one by one a document in doubt says since when and when it is asked again, can be asked about now, and shown', async () => {
  const inDoubt = await sellInDoubt(here.gateway, () => submit('Q', 'Q-11'))
  page = await here.atWork()
  await toDo()
  await page.getByRole('button', { name: 'Go through them one by one' }).click()
  for (const term of ['In doubt since', 'MyInvois is asked again']) await one(inDoubt).getByText(term).waitFor()
  await one(inDoubt).getByRole('button', { name: 'Show the whole sale' }).click()
  await page.getByRole('heading', { level: 1, name: /Q-11/ }).waitFor()
  await page.goBack()
  await one(inDoubt).getByRole('button', { name: 'Check with MyInvois' }).click()
  await one(inDoubt).getByText('Done. Nothing is left to do here.').waitFor()
  expect(here.complaints()).toEqual([])
})

test('a sale in doubt says when MyInvois is asked again, and says it no more once that is known', async () => {
  const inDoubt = await sellInDoubt(here.gateway, () => submit('Q', 'Q-10'))
  const at = Date.now() + 3_600_000
  await here.gateway.store.schedule.postpone('look_up', [(await keptOf(inDoubt)).seq], at)
  page = await here.atWork()
  await page.evaluate(`window.location.hash = '#/sales/${inDoubt.SALE_GUID}'`)
  const facts = page.getByRole('region', { name: 'Sale code' })
  const asked = facts.getByText('MyInvois is asked again')
  await asked.waitFor()
  const instant = await asked.locator('xpath=following-sibling::dd[1]/time').getAttribute('datetime')
  expect(Date.parse(instant ?? '')).toBe(at)
  expect(await clippedTexts(page)).toEqual([])
  await page.getByRole('button', { name: 'Check with MyInvois' }).click()
  await here.api.until(inDoubt, 'Valid')
  await asked.waitFor({ state: 'detached' })
  expect(here.complaints()).toEqual([])
})

test('refused sales are closed together, each with its result, and are not done by mistake', async () => {
  const refused = [1, 2].map((n) => submit('Q', `Q-2${n}`, { BUYER: { ...customer, TIN: 'C99999999990' } }))
  for (const each of await Promise.all(refused)) await here.api.until(each, 'Invalid')
  page = await here.atWork()
  await toDo()
  await page.getByText('2 shown · 2 to do').waitFor()
  const [why] = await page.getByRole('gridcell').filter({ hasText: 'TIN: MyInvois does not know it' }).all()
  await why?.locator('.reason[data-tone=bad]').waitFor()
  expect(await page.getByRole('button', { name: /^Close/ }).count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Select all that can be changed' }).check()
  await page.getByRole('button', { name: 'Close 2' }).click()
  await dialog().getByText('They no longer count in the takings').waitFor()
  await dialog().getByRole('button', { name: 'Entered twice' }).click()
  await dialog().getByRole('button', { name: 'Close 2' }).click()
  await page.getByText('Finished: Refused, closed 2').waitFor()
  await page.getByText('Nothing to do').waitFor()
  for (const each of await Promise.all(refused))
    await expect.poll(async () => (await keptOf(each)).record.closed).toBe(true)
  expect(here.complaints()).toEqual([])
})

test('a run that is stopped leaves alone what has not begun', async () => {
  await sending('pause')
  const sold = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => submit('S', `S-${n}`)))
  page = await here.atWork()
  await toDo()
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Not done yet' }).click()
  await page.getByRole('checkbox', { name: 'Select all that can be changed' }).check()
  const stopped = Promise.withResolvers<void>()
  await page.route('**/*void*/**', async (route) => {
    await stopped.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Void 7' }).last().click()
  await dialog().getByRole('button', { name: 'Entered twice' }).click()
  await dialog().getByRole('button', { name: 'Void 7' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  stopped.resolve()
  await page.getByText('Finished: Voided 4 · Not started 3').waitFor()
  const voided = async () => (await Promise.all(sold.map(keptOf))).filter(({ record }) => record.phase === 'voided')
  expect(await voided()).toHaveLength(4)
  await page.unroute('**/*void*/**')
})

test('who voided or cancelled a sale, when and why is on the sale and in the report of the day', async () => {
  const cancelled = await submit('Q', 'Q-31')
  await here.api.until(cancelled, 'Valid')
  await sending('pause')
  const voided = await submit('Q', 'Q-32')
  page = await here.atWork()
  const { press, tabTo, answer } = keysOf(page)
  const facts = page.getByRole('region', { name: 'Sale code' })
  await page.evaluate(`window.location.hash = '#/sales/${voided.SALE_GUID}'`)
  await page.locator('[data-command=void]:enabled').waitFor()
  // A pause concerns all sales, so it does not put this one into the list To do.
  expect(await page.locator('[data-look=needs_person]').count()).toBe(0)
  await tabTo('Void')
  await press('Enter')
  await dialog().locator('button[aria-pressed=false]:focus').waitFor()
  await tabTo('Reason')
  await page.keyboard.type('Ordered twice')
  await tabTo('Void')
  await answer()
  await facts.getByText(/^Farid · .*\d{4}, \d\d:\d\d · Ordered twice$/).waitFor()
  // The button is gone, so the keyboard goes on at the heading.
  await page.locator('h1:focus').waitFor()
  await sending('resume')
  await page.evaluate(`window.location.hash = '#/sales/${cancelled.SALE_GUID}'`)
  await page.getByRole('button', { name: 'Cancel at MyInvois' }).click()
  await dialog().getByRole('button', { name: 'Goods returned' }).click()
  await dialog().getByRole('button', { name: 'Cancel at MyInvois' }).click()
  await facts.getByText(/^Farid · .*\d{4}, \d\d:\d\d · Goods returned$/).waitFor()
  await page.evaluate("window.location.hash = '#/reports'")
  const gone = page.getByRole('table', { name: 'Voided, cancelled, refunded or closed' })
  for (const row of [
    /^Voided Q-32 Farid · .*\d{4}, [\d:]+ · Ordered twice MYR 7\.42$/,
    /^Cancelled Q-31 Farid · .*\d{4}, [\d:]+ · Goods returned MYR 7\.42$/,
  ])
    await gone.getByRole('row', { name: row }).waitFor()
  expect(here.complaints()).toEqual([])
})
