import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'

/** A taxpayer that the practice authority knows, but not this company. */
const another = 'C25845632020'

let shop: TestGateway
let practice: Practice
let api: Api
let clock: ReturnType<typeof aMovableClock>

beforeEach(async () => {
  clock = aMovableClock()
  shop = await startGateway({ ports: { clock } })
  if (!shop.gateway.practice) throw new Error('the shop is not in practice mode')
  practice = shop.gateway.practice
  api = apiOf(shop, await shop.token())
})
afterEach(() => shop.close())

const signsInAsAnother = async (told: boolean) => {
  await practice.faults.set({ kind: 'foreign_token', tin: another, told })
  // A token from before is refused now.
  await practice.faults.set({ kind: 'expired_token' })
}
const sell = async (code: string) => (await api.submit('sale', 'invoice', invoice(code))).body
const now = async ({ SALE_GUID }: WireRecord) => (await api.status('sale', 'invoice', SALE_GUID)).body
const doctorSays = async () => {
  const { body } = await operate<{ checks: { name: string; verdict: string; message: string }[] }>(
    shop,
    'GET',
    '/doctor',
  )
  return body.checks.find(({ name }) => name === 'authority DEMO')
}
async function isPaused(record: WireRecord): Promise<void> {
  await expect.poll(async () => (await now(record)).ATTENTION?.CODE).toBe('company_not_ready')
}

test('with the token of another taxpayer nothing is sent, and the doctor says whose it is (CR1)', async () => {
  await signsInAsAnother(true)
  const sold = await sell('1')
  await isPaused(sold)
  expect(await now(sold)).toMatchObject({ STATUS: 'Pending', SENT_AT: null, NEXT_ACTION: { ACTION: 'void' } })
  expect(practice.ledger.documents()).toEqual([])
  const told = await doctorSays()
  expect(told?.verdict).toBe('bad')
  expect(told?.message).toContain(another)
  await practice.faults.clear()
  clock.pass(61_000)
  await api.until(sold, 'Valid')
})

test('with nothing to send, the doctor asks the authority whether it answers', async () => {
  await api.until(await sell('1'), 'Valid')
  expect((await doctorSays())?.verdict).toBe('good')
  await practice.faults.set({ kind: 'away', how: 'refused' })
  expect((await doctorSays())?.verdict).toBe('warning')
  const { body } = await operate<{ unanswered_since: string | null }>(shop, 'GET', '/health')
  expect(body.unanswered_since).not.toBeNull()
  await practice.faults.clear()
  expect((await doctorSays())?.verdict).toBe('good')
})

test('documents that the authority refuses for whose they are wait, can be voided, and go once that is mended (CR1)', async () => {
  await signsInAsAnother(false)
  const [first, second, third] = [await sell('1'), await sell('2'), await sell('3')]
  await isPaused(first)
  await expect.poll(async () => (await doctorSays())?.message).toContain('does not belong to the taxpayer')
  // While one document is tried it is being sent; then it waits again.
  for (const sold of [first, second]) await expect.poll(async () => (await now(sold)).STATUS).toBe('Pending')
  const { body: voided } = await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: third.SALE_GUID })
  expect(voided).toMatchObject({ STATUS: 'Voided' })
  await practice.faults.clear()
  for (const sold of [first, second]) expect(await api.until(sold, 'Valid')).toMatchObject({ REVISION: 1, ERRORS: [] })
  expect(practice.ledger.documents()).toHaveLength(2)
  expect(await doctorSays()).toMatchObject({ verdict: 'good' })
})
