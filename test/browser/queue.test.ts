import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { update } from '../support/stores.ts'
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
  const doubted = await submit('Q', code)
  await expect.poll(async () => (await keptOf(doubted)).record.phase).toBe('unknown')
  await happened(doubted, { type: 'conflicted', attention: 'conflict', at: Date.now() })
  return doubted
}

test('the queue lets a supervisor settle a document in doubt, and says why where the gateway refuses', async () => {
  const doubted = await inConflict('Q-1')
  page = await here.atWork()
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
  await here.api.until(doubted, 'Valid')
  await page.getByText('There is nothing of this kind.').waitFor()
})

test('the queue lets a supervisor settle a document in doubt by keyboard alone', async () => {
  const doubted = await inConflict('Q-4')
  page = await here.atWork()
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
  await here.api.until(doubted, 'Valid')
  expect(here.complaints()).toEqual([])
})

test('the queue lets a supervisor try again what could not be made into a document, by keyboard alone', async () => {
  await sending('pause')
  const held = await submit('Q', 'Q-5')
  await happened(held, { type: 'held', attention: 'cannot_be_sent', at: Date.now() })
  await sending('resume')
  page = await here.atWork()
  const { press, tabTo } = keysOf(page)
  await tabTo('Queue')
  await press('Enter')
  // It opens where something is, whatever stands first.
  await page.getByRole('radio', { name: 'Needs attention (1)', checked: true }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await tabTo('Try again')
  await press('Enter')
  await here.api.until(held, 'Valid')
  await page.locator(`[data-guid="${held.SALE_GUID}"]`).waitFor({ state: 'detached' })
  expect(here.complaints()).toEqual([])
})

test('the queue lets a supervisor have a document in doubt looked up at once', async () => {
  const { practice, store } = here.gateway
  await practice?.faults.set({ kind: 'error_after', times: 1, on: 'submit' })
  const doubted = await submit('Q', 'Q-3')
  await expect.poll(async () => (await keptOf(doubted)).record.phase).toBe('unknown')
  // The gateway's own first look comes soon, and would be faster than a person on a busy machine.
  await store.schedule.postpone('look_up', [(await keptOf(doubted)).seq], Date.now() + 3_600_000)
  page = await here.atWork()
  await page.getByRole('link', { name: 'Queue' }).click()
  const document = page.locator(`[data-guid="${doubted.SALE_GUID}"]`)
  await document.getByText('In doubt', { exact: true }).waitFor()
  expect(await document.getByRole('button', { name: 'Settle it' }).count()).toBe(0)
  await document.getByRole('button', { name: 'Check with LHDN' }).click()
  await here.api.until(doubted, 'Valid')
  await document.waitFor({ state: 'detached' })
})

test('the queue is paused and resumed, and the status bar says so', async () => {
  page = await here.atWork()
  await page.getByRole('link', { name: 'Queue' }).click()
  await page.getByRole('button', { name: 'Pause sending' }).last().click()
  await dialog().getByRole('textbox').fill('Prices are being mended')
  await dialog().getByRole('button', { name: 'Pause sending' }).click()
  const bar = page.getByRole('region', { name: 'State of Resit' })
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
  await page.locator('main').getByText('Waiting to send').first().waitFor()
  await page.getByRole('button', { name: 'Resume sending' }).last().click()
  await dialog().getByRole('button', { name: 'Resume sending' }).click()
  await here.api.until(kept, 'Valid')
  await bar.getByText('Sending is paused').waitFor({ state: 'detached' })
  expect(here.complaints()).toEqual([])
})
