import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { operate } from '../support/operator.ts'
import { update } from '../support/stores.ts'
import { customer, document, invoice } from '../support/till.ts'
import { keysOf } from './support/keyboard.ts'
import { type OpenPage, openScreens, type Screens, signIn } from './support/screens.ts'

/** Nothing in doubt is looked up by itself while a test looks. */
const env = { RESIT_LOOKUP_INTERVAL_MS: '600000', RESIT_QUARANTINE_MS: '600000' }

let screens: Screens
let api: Api
let open: OpenPage
let page: Page

beforeAll(async () => {
  screens = await openScreens({ env })
  api = apiOf(screens.gateway, await screens.gateway.token())
})
afterAll(() => screens.close())
afterEach(async () => {
  await open.context.close()
  await sending('resume')
  // What a pause kept back goes now, and not into the fault of the next test: that it was taken is not enough.
  await expect
    .poll(async () => {
      const { waiting, lanes } = (await operate<Queue>(screens.gateway, 'GET', '/queue')).body
      return { waiting, moving: lanes.filter(({ work }) => work === 'send' || work === 'poll') }
    })
    .toEqual({ waiting: 0, moving: [] })
})

interface Queue {
  readonly waiting: number
  readonly lanes: readonly { readonly work: string }[]
}

const submit = async (SHIFT_CODE: string, code: string, more = {}): Promise<WireRecord> =>
  (await api.submit('sale', 'invoice', invoice(code, { SHIFT_CODE, ...more }))).body
const statusOf = async ({ SALE_GUID }: WireRecord) => (await api.status('sale', 'invoice', SALE_GUID)).body.STATUS
const sending = (act: 'pause' | 'resume') => operate(screens.gateway, 'POST', `/sending/${act}`, {})

async function atWork(): Promise<void> {
  open = await screens.open({ acceptDownloads: true })
  page = open.page
  page.setDefaultTimeout(10_000)
  await signIn(page, 'supervisor')
}

/** Forty of a shift: 14 valid, one refused, and 25 that a pause keeps back. */
async function mixedShift(shift: string) {
  const valid: WireRecord[] = []
  for (let n = 1; n <= 14; n += 1) valid.push(await submit(shift, `${shift}-${n}`))
  const refused = await submit(shift, `${shift}-15`, { BUYER: { ...customer, TIN: 'C99999999990' } })
  for (const record of valid) await api.until(record, 'Valid')
  await api.until(refused, 'Invalid')
  await sending('pause')
  const unsent: WireRecord[] = []
  for (let n = 16; n <= 39; n += 1) unsent.push(await submit(shift, `${shift}-${n}`))
  unsent.push(await submit(shift, '=40,"x"'))
  return { valid, refused, unsent }
}

/** What the till does while somebody reads a question: the list on the screen hears of it only afterwards. */
async function behindTheList(deed: () => Promise<unknown>): Promise<() => void> {
  const lists = '**/operator/v1/records?**'
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(lists, async (route) => {
    await held
    await route.fallback()
  })
  await deed()
  return goOn
}

const row = ({ SALE_GUID }: WireRecord) => page.locator(`[role=row][data-guid="${SALE_GUID}"]`)
const dialog = () => page.getByRole('dialog')
const finished = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const voidAtTill = ({ SALE_GUID }: WireRecord) => api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })
const refundAtTill = ({ SALE_GUID, SHIFT_CODE }: WireRecord) =>
  api.submit('sale', 'credit_note', document('sale', 'credit_note', `${SHIFT_CODE}-r`, { ORIGINALS: [{ SALE_GUID }] }))
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

describe('a shift end with 40 mixed documents', () => {
  test('is voided and cancelled by mouse, with a result for each and two refused in the gateway’s words', async () => {
    const { valid, refused, unsent } = await mixedShift('M')
    await atWork()
    await page.getByRole('link', { name: 'Shift end' }).click()
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Everything' }).click()
    await page.getByText('40 shown').waitFor()

    await page.getByRole('checkbox', { name: 'Select all that can be changed' }).check()
    await page.getByText('40 shown · 39 selected').waitFor()
    await page.locator('[role=grid] [role=presentation]').evaluate((frame) => frame.scrollTo(0, 25 * 64))
    await row(refused).getByRole('checkbox').check()
    await page.getByText('40 selected · 1 cannot be changed').waitFor()

    // Void: the preview says what happens to each, and the two acts are never mixed.
    await page.getByRole('button', { name: 'Void 25' }).last().click()
    await dialog().getByText('Will be changed: 25').waitFor()
    await dialog().getByText('Stay as they are: 15').waitFor()
    expect(await dialog().getByText('Can be voided', { exact: false }).count()).toBe(0)
    expect(await dialog().getByText('can be cancelled, not voided', { exact: false }).count()).toBe(14)
    const gone = last(unsent.slice(0, -1))
    const afterVoids = await behindTheList(() => voidAtTill(gone))
    await dialog().getByRole('button', { name: 'Void 25' }).click()
    await finished('Finished: 24 done, 1 refused')
    afterVoids()
    await row(gone).getByText('It is voided already. Nothing is left to do.').first().waitFor()
    expect(await statusesOf(unsent)).toEqual({ Voided: 25 })
    expect(await statusesOf(valid)).toEqual({ Valid: 14 })

    // Leaving the screen loses no result.
    await page.getByRole('link', { name: 'Sales' }).click()
    await page.getByRole('link', { name: 'Shift end' }).click()
    await finished('Finished: 24 done, 1 refused')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the list' }).click()
    const csv = readFileSync(await (await saved).path(), 'utf8')
    expect(csv.startsWith('\u{feff}Outlet') || csv.startsWith('\u{feff}Company,Outlet')).toBe(true)
    expect(csv).toContain(`,"'=40,""x""",`)
    expect(csv).toContain('Refused: It is voided already. Nothing is left to do.\r\n')

    // Cancel: one reason for all.
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Everything' }).click()
    await page.getByRole('checkbox', { name: 'Select all that can be changed' }).check()
    await page.getByRole('button', { name: 'Cancel 14' }).last().click()
    expect(await dialog().getByRole('button', { name: 'Cancel 14' }).isDisabled()).toBe(true)
    await dialog().getByRole('textbox').fill('Wrong prices')
    await dialog().getByText('12 / 200').waitFor()
    const afterCancels = await behindTheList(() => refundAtTill(first(valid)))
    await dialog().getByRole('button', { name: 'Cancel 14' }).click()
    await finished('Finished: 13 done, 1 refused')
    afterCancels()
    await row(first(valid)).getByText('Another active document refers to it.').first().waitFor()
    expect(await statusesOf(valid)).toEqual({ Cancelled: 13, Valid: 1 })
    expect(open.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  }, 90_000)

  test('is voided and cancelled by keyboard alone', async () => {
    const { valid, refused, unsent } = await mixedShift('K')
    await atWork()
    const { press, type, tabTo, choose, answer } = keysOf(page)
    await press('F9')
    await page.getByText('26 shown').waitFor()
    // The first two by hand, and the second one not after all; then all.
    await tabTo('Select sale')
    await press('Space', 'ArrowDown', 'Space')
    await page.getByText('2 selected').waitFor()
    await press('Space')
    await page.getByText('1 selected').waitFor()
    await press('End', 'Home', 'F8')
    await page.getByText('25 selected').waitFor()
    await press('F6')
    await dialog().waitFor()
    const gone = last(unsent.slice(0, -1))
    const afterVoids = await behindTheList(() => voidAtTill(gone))
    await tabTo('Void 25')
    await answer()
    await finished('Finished: 24 done, 1 refused')
    afterVoids()

    await tabTo('Show')
    await choose('Everything')
    await page.getByText('40 shown').waitFor()
    await press('F8')
    await page.getByText('14 selected').waitFor()
    await press('F7')
    await dialog().waitFor()
    await tabTo('Reason for all of them')
    await type('Wrong prices')
    const afterCancels = await behindTheList(() => refundAtTill(first(valid)))
    await tabTo('Cancel 14')
    await answer()
    await finished('Finished: 13 done, 1 refused')
    afterCancels()
    expect([await statusesOf(unsent), await statusesOf(valid), await statusOf(refused)]).toEqual([
      { Voided: 25 },
      { Cancelled: 13, Valid: 1 },
      'Invalid',
    ])
  }, 90_000)
})

async function keptOf({ SALE_GUID }: WireRecord) {
  const stored = await screens.gateway.gateway.store.records.byGuid(SALE_GUID)
  if (!stored) throw new Error('the document is not kept')
  return stored
}

/** As the gateway itself would write it down. @param dueAt when it looks again */
async function happened(record: WireRecord, event: Parameters<typeof update>[1], dueAt = Date.now() + 3_600_000) {
  const { store } = screens.gateway.gateway
  const write = update(await keptOf(record), event, { dueAt })
  expect(await store.records.write({ writes: [write] })).toMatchObject({ ok: true })
}

/** The authority has it and its answer was lost; what was found there did not agree. */
async function inConflict(code: string): Promise<WireRecord> {
  await screens.gateway.gateway.practice?.faults.set({ kind: 'error_after', times: 1, on: 'submit' })
  const doubted = await submit('Q', code)
  await expect.poll(async () => (await keptOf(doubted)).record.phase).toBe('unknown')
  await happened(doubted, { type: 'conflicted', attention: 'conflict', at: Date.now() })
  return doubted
}

describe('the queue', () => {
  test('lets a supervisor settle a document in doubt, and says why where the gateway refuses', async () => {
    const doubted = await inConflict('Q-1')
    await atWork()
    await page.getByRole('link', { name: 'Queue' }).click()
    const document = page.locator(`[data-guid="${doubted.SALE_GUID}"]`)
    await document.getByRole('button', { name: 'Settle it' }).click()
    await dialog().getByRole('radio', { name: 'It never arrived' }).check()
    await dialog().getByRole('textbox').fill('Looked on the portal at noon')
    await dialog().getByRole('button', { name: 'Settle it' }).click()
    // The authority has it, so a person's word does not count.
    await dialog().getByRole('alert').waitFor()
    expect(await dialog().getByRole('alert').textContent()).not.toBe('')
    expect((await keptOf(doubted)).record.phase).toBe('conflict')

    await dialog().getByRole('radio', { name: 'It is there' }).check()
    await dialog().getByRole('button', { name: 'Settle it' }).click()
    await dialog().waitFor({ state: 'detached' })
    await api.until(doubted, 'Valid')
    await page.getByText('There is nothing of this kind.').waitFor()
  })

  test('lets a supervisor settle a document in doubt by keyboard alone', async () => {
    const doubted = await inConflict('Q-4')
    await atWork()
    const { press, type, tabTo, answer } = keysOf(page)
    await tabTo('Queue')
    await press('Enter')
    await page.getByRole('button', { name: 'Settle it' }).waitFor()
    await tabTo('Settle it')
    await press('Enter')
    await dialog().waitFor()
    await tabTo('It is there')
    await press('Space')
    await tabTo('What you saw')
    await type('Looked on the portal at noon')
    await tabTo('Settle it')
    await answer()
    await api.until(doubted, 'Valid')
    expect(open.complaints).toEqual([])
  })

  test('lets a supervisor try again what could not be made into a document, by keyboard alone', async () => {
    await sending('pause')
    const held = await submit('Q', 'Q-5')
    await happened(held, { type: 'held', attention: 'cannot_be_sent', at: Date.now() })
    await sending('resume')
    await atWork()
    const { press, tabTo } = keysOf(page)
    await tabTo('Queue')
    await press('Enter')
    // It opens where something is, whatever stands first.
    await page.getByRole('radio', { name: 'Needs somebody (1)', checked: true }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await tabTo('Try again')
    await press('Enter')
    await api.until(held, 'Valid')
    await page.locator(`[data-guid="${held.SALE_GUID}"]`).waitFor({ state: 'detached' })
    expect(open.complaints).toEqual([])
  })

  test('lets a supervisor have a document in doubt looked up at once', async () => {
    const { practice, store } = screens.gateway.gateway
    await practice?.faults.set({ kind: 'error_after', times: 1, on: 'submit' })
    const doubted = await submit('Q', 'Q-3')
    await expect.poll(async () => (await keptOf(doubted)).record.phase).toBe('unknown')
    // The gateway's own first look comes soon, and would be faster than a person on a busy machine.
    await store.schedule.postpone('look_up', [(await keptOf(doubted)).seq], Date.now() + 3_600_000)
    await atWork()
    await page.getByRole('link', { name: 'Queue' }).click()
    const document = page.locator(`[data-guid="${doubted.SALE_GUID}"]`)
    await document.getByText('In doubt', { exact: true }).waitFor()
    expect(await document.getByRole('button', { name: 'Settle it' }).count()).toBe(0)
    await document.getByRole('button', { name: 'Look it up now' }).click()
    await api.until(doubted, 'Valid')
    await document.waitFor({ state: 'detached' })
  })

  test('is paused and resumed, and the status bar says so', async () => {
    await atWork()
    await page.getByRole('link', { name: 'Queue' }).click()
    await page.getByRole('button', { name: 'Pause sending' }).last().click()
    await dialog().getByRole('textbox').fill('Prices are being mended')
    await dialog().getByRole('button', { name: 'Pause sending' }).click()
    const bar = page.getByRole('region', { name: 'State of the gateway' })
    await bar.getByText('Sending is paused').waitFor()
    await page.getByText('Prices are being mended').waitFor()
    // A pause is no reason to keep back what is worse.
    await submit('Q', 'Q-6', {
      BUYER: null,
      CONSOLIDATE: true,
      ISSUED_AT: new Date(Date.now() - 70 * 86_400_000).toISOString(),
    })
    await bar.getByText(/receipts since .* the seventh is past/).waitFor()
    expect(await bar.getByText('Sending is paused').count()).toBe(1)
    const kept = await submit('Q', 'Q-2')
    await page.getByText('Waiting to be sent').waitFor()
    await page.getByRole('button', { name: 'Send again' }).last().click()
    await dialog().getByRole('button', { name: 'Send again' }).click()
    await api.until(kept, 'Valid')
    await bar.getByText('Sending is paused').waitFor({ state: 'detached' })
    expect(open.complaints).toEqual([])
  })
})
