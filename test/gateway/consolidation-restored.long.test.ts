import { afterEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { documentsIn } from '../support/ledger.ts'
import { operate } from '../support/operator.ts'
import { backUp, putBack } from '../support/put-back.ts'
import { customer, invoice } from '../support/till.ts'

const patience = { timeout: hangMs }
let running: TestGateway
afterEach(() => running.close())

const receipt = (code: string, issuedAt: number) =>
  invoice(code, { BUYER: null, CONSOLIDATE: true, ISSUED_AT: new Date(issuedAt).toISOString() })

async function sell(codes: readonly string[], issuedAt = Date.now() - 1000): Promise<readonly WireRecord[]> {
  const api = apiOf(running, await running.token())
  const sold: WireRecord[] = []
  for (const code of codes) {
    const told = await api.submit('sale', 'invoice', receipt(code, issuedAt))
    expect(told.status).toBe(202)
    sold.push(told.body)
  }
  return sold
}

const kept = async ({ SALE_GUID }: WireRecord) =>
  (await running.gateway.store.records.byGuid(SALE_GUID))?.record ?? null
const phaseOf = async (record: WireRecord) => (await kept(record))?.phase
const typesOf = async (seq: number) => (await running.gateway.store.records.events(seq)).map(({ event }) => event.type)

/** Waits until the receipts were looked up, were not found, and wait again. */
const proven = async (receipts: readonly WireRecord[]) => {
  for (const each of receipts) await expect.poll(() => phaseOf(each), patience).toBe('queued')
}

const documentOf = async (runId: string) => (await running.gateway.store.consolidations.documents(runId))[0]

/** The valid documents at the authority, after the gateway has stopped. */
async function whatCounts() {
  await running.close({ keep: true })
  return documentsIn(running.dataDir).filter(({ status }) => status !== 'Invalid')
}

describe('receipts of a backup that were consolidated since', () => {
  test.each([0, 35])('are not sent again %d days later: their document goes to a person (ST13)', async (days) => {
    const clock = aMovableClock()
    running = await startGateway({ ports: { clock } })
    const receipts = await sell(['R1', 'R2', 'R3'])
    const backup = await backUp(running)
    const first = consolidatingAt(running)
    await first.settled((await first.begin()).body.id)

    clock.pass(days * 86_400_000)
    running = await putBack(running, backup, { ports: { clock } })
    await proven(receipts)
    const { body } = await consolidatingAt(running).begin()
    await expect.poll(async () => (await documentOf(body.id))?.record.phase, patience).toBe('conflict')
    expect(await whatCounts()).toHaveLength(1)
  })

  test('are not sent again where the tills send them again after the restore (ST13)', async () => {
    running = await startGateway()
    const backup = await backUp(running)
    const issuedAt = Date.now() - 1000
    await sell(['R1', 'R2'], issuedAt)
    const first = consolidatingAt(running)
    await first.settled((await first.begin()).body.id)

    running = await putBack(running, backup)
    await proven(await sell(['R1', 'R2'], issuedAt))
    const { body } = await consolidatingAt(running).begin()
    await expect.poll(async () => (await documentOf(body.id))?.record.phase, patience).toBe('conflict')
    expect(await whatCounts()).toHaveLength(1)
  })
})

const [dayMs, zoneMs] = [86_400_000, 8 * 3_600_000]

/** Two times on the last two days of one month, by the company's calendar. */
function onDaysOfOneMonth(): readonly [number, number] {
  const newest = Date.now() - 1000
  const last = new Date(newest + zoneMs).getUTCDate() === 1 ? newest - dayMs : newest
  return [last - dayMs, last]
}

/** The backup has one document for both days. After the restore each day was consolidated alone. */
async function splitSince() {
  running = await startGateway()
  const soldAt = onDaysOfOneMonth()
  const receipts = [...(await sell(['R1'], soldAt[0])), ...(await sell(['R2'], soldAt[1]))]
  const backup = await backUp(running)
  const first = consolidatingAt(running)
  await first.settled((await first.begin()).body.id)
  running = await putBack(running, backup)
  await proven(receipts)
  const here = consolidatingAt(running)
  return async (at: 0 | 1): Promise<string> => {
    const { body } = await here.begin({ to: new Date(soldAt[at] + zoneMs).toISOString().slice(0, 10) })
    await expect.poll(async () => (await here.detail(body.id)).finished_at, patience).not.toBeNull()
    return body.id
  }
}

test.each([
  ['at once', false],
  ['after the first was found', true],
])('receipts in a document that is forgotten go in no other one of their period, made %s (ST13)', async (_, waits) => {
  const consolidate = await splitSince()
  const first = await consolidate(0)
  const isInConflict = async (runId: string) => {
    await expect.poll(async () => (await documentOf(runId))?.record.phase, patience).toBe('conflict')
  }
  if (waits) await isInConflict(first)
  const second = await consolidate(1)
  await isInConflict(first)
  await isInConflict(second)
  expect((await documentOf(second))?.record).toMatchObject({ attention: 'in_doubt_expired', members: 1 })
  expect(await whatCounts()).toHaveLength(1)
})

test('such as were not go once, after they were looked for; what is sold later goes at once (ST13)', async () => {
  running = await startGateway()
  const receipts = await sell(['R1', 'R2', 'R3'])
  const backup = await backUp(running)

  running = await putBack(running, backup)
  await proven(receipts)
  const here = consolidatingAt(running)
  const old = (await here.begin()).body.id
  const settled = await here.settled(old)
  expect(settled.documents.map(({ STATUS, MEMBERS }) => [STATUS, MEMBERS])).toEqual([['Valid', 3]])
  const types = await typesOf((await documentOf(old))?.seq ?? 0)
  expect(types).toEqual(expect.arrayContaining(['presumed_sent', 'not_found', 'requeued', 'claimed', 'validated']))
  await sell(['R9'], Date.now())
  const fresh = (await here.begin()).body.id
  await here.settled(fresh)
  expect(await typesOf((await documentOf(fresh))?.seq ?? 0)).not.toContain('presumed_sent')
  expect((await whatCounts()).map(({ status }) => status)).toEqual(['Valid', 'Valid'])
})

describe('a receipt of a backup whose buyer has asked for an e-invoice since', () => {
  const convert = ({ SALE_GUID }: WireRecord) =>
    operate<WireRecord>(running, 'POST', `/records/${SALE_GUID}/conversion`, { BUYER: customer })

  async function convertedSince() {
    running = await startGateway()
    const receipts = await sell(['R1', 'R2'])
    const [asked, other] = receipts
    if (!asked || !other) throw new Error('nothing sold')
    const backup = await backUp(running)
    expect((await convert(asked)).status).toBe(200)
    const valid = await apiOf(running, await running.token()).until(asked, 'Valid')
    running = await putBack(running, backup)
    return { asked, other, valid }
  }

  test('goes into no document and to a person, and the others go without it (ST13)', async () => {
    const { asked, other, valid } = await convertedSince()
    await expect.poll(() => phaseOf(asked), patience).toBe('conflict')
    await proven([other])
    const here = consolidatingAt(running)
    const { documents } = await here.settled((await here.begin()).body.id)
    expect(documents.map(({ STATUS, MEMBERS }) => [STATUS, MEMBERS])).toEqual([['Valid', 1]])
    const evidence = 'Looked on the portal'
    const resolve = (said: object) =>
      operate<object>(running, 'POST', `/records/${asked.SALE_GUID}/resolution`, { evidence, ...said })
    expect((await resolve({ as: 'not_received' })).body).toMatchObject({ code: 'resolution_denied_found' })
    expect((await resolve({ as: 'found', AUTHORITY_UUID: valid.AUTHORITY?.UUID })).status).toBe(200)
    await expect.poll(() => phaseOf(asked), patience).toBe('valid')
    expect(await whatCounts()).toHaveLength(2)
  })

  test('is not converted a second time while it is looked for, nor after (ST13)', async () => {
    const { asked, valid } = await convertedSince()
    await expect.poll(() => phaseOf(asked), patience).toBe('conflict')
    expect((await convert(asked)).status).toBe(409)
    expect((await whatCounts()).map(({ uuid }) => uuid)).toEqual([valid.AUTHORITY?.UUID])
  })
})
