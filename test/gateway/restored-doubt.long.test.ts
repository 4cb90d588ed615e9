import { afterEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { documentsIn } from '../support/ledger.ts'
import { operate } from '../support/operator.ts'
import { backUp, putBack } from '../support/put-back.ts'
import { customer, invoice } from '../support/till.ts'

const evidence = 'Looked on the portal at noon'
let running: TestGateway
afterEach(() => running.close())

/**
 * A sale that waited when the backup was made and became valid later. After the restore this gateway does not know that
 * it was sent.
 */
async function soldBeforeAndSentSince(): Promise<WireRecord> {
  const waiting = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  const { dataDir } = waiting
  const { body } = await apiOf(waiting, await waiting.token()).submit('sale', 'invoice', invoice('R1'))
  const backup = await backUp(waiting)
  await waiting.close({ keep: true })
  running = await startGateway({ dataDir })
  const valid = await apiOf(running, await running.token()).until(body, 'Valid')
  running = await putBack(running, backup)
  const phase = async () => (await running.gateway.store.records.byGuid(body.SALE_GUID))?.record.phase
  await expect.poll(phase).toBe('conflict')
  return valid
}

const resolve = ({ SALE_GUID }: WireRecord, said: object) =>
  operate<object>(running, 'POST', `/records/${SALE_GUID}/resolution`, { evidence, ...said })

describe('a sale of a backup that was sent since, and of which the authority has one under its number', () => {
  test.each(['not_received', 'not_valid'])('is never %s: it would go a second time (ST13)', async (as) => {
    const valid = await soldBeforeAndSentSince()
    const denied = await resolve(valid, { as })
    expect(denied).toMatchObject({ status: 409, body: { code: 'resolution_denied_found' } })
    await running.close({ keep: true })
    expect(documentsIn(running.dataDir).map(({ uuid }) => uuid)).toEqual([valid.AUTHORITY?.UUID])
  })

  test('is found where a person names it, and only then', async () => {
    const valid = await soldBeforeAndSentSince()
    const unnamed = await resolve(valid, { as: 'found' })
    expect(unnamed).toMatchObject({ status: 409, body: { code: 'resolution_denied_not_found' } })
    const named = await resolve(valid, { as: 'found', AUTHORITY_UUID: valid.AUTHORITY?.UUID })
    expect(named.status).toBe(200)
    const again = await apiOf(running, await running.token()).until(valid, 'Valid')
    // After a restart the practice authority has another port.
    expect({ ...again.AUTHORITY, VALIDATION_URL: null }).toEqual({ ...valid.AUTHORITY, VALIDATION_URL: null })
  })
})

const phaseOf = async ({ SALE_GUID }: WireRecord) =>
  (await running.gateway.store.records.byGuid(SALE_GUID))?.record.phase
async function isConflict(record: WireRecord): Promise<void> {
  await expect.poll(() => phaseOf(record)).toBe('conflict')
}
const api = async () => apiOf(running, await running.token())
const validThere = () => documentsIn(running.dataDir).filter(({ status }) => status === 'Valid')
/** The authority recognises a copy for two hours. After this time it does not. */
const afterItForgetsMs = 3 * 3_600_000

test('what is there of one whose attempts here were all proven unsent is found by a person and not sent again (ST13)', async () => {
  const clock = aMovableClock()
  running = await startGateway({ ports: { clock } })
  await running.gateway.practice?.faults.set({ kind: 'throttle', seconds: 3, on: 'submit' })
  const { body } = await (await api()).submit('sale', 'invoice', invoice('R1'))
  const { records } = running.gateway.store
  const { seq = 0 } = (await records.byGuid(body.SALE_GUID)) ?? {}
  await expect.poll(async () => (await records.attempts(seq))[0]?.outcome?.kind).toBe('unsent')
  const backup = await backUp(running)
  const valid = await (await api()).until(body, 'Valid')
  clock.pass(afterItForgetsMs)
  running = await putBack(running, backup, { ports: { clock } })
  await isConflict(body)
  expect((await resolve(body, { as: 'not_received' })).body).toMatchObject({ code: 'resolution_denied_found' })
  expect((await resolve(body, { as: 'found', AUTHORITY_UUID: valid.AUTHORITY?.UUID })).status).toBe(200)
  await (await api()).until(body, 'Valid')
  await running.close({ keep: true })
  expect(validThere().map(({ uuid }) => uuid)).toEqual([valid.AUTHORITY?.UUID])
})

describe('what is done again after the restore of a backup, because it is forgotten', () => {
  const bad = { ...customer, TIN: 'C99999999990' }

  async function refusedAndBackedUp(clock: ReturnType<typeof aMovableClock>) {
    running = await startGateway({ ports: { clock } })
    const { body } = await (await api()).submit('sale', 'invoice', invoice('R1', { BUYER: bad }))
    await (await api()).until(body, 'Invalid')
    return { body, backup: await backUp(running) }
  }

  test('a correction that was valid goes to a person and not again (ST13)', async () => {
    const clock = aMovableClock()
    const { body, backup } = await refusedAndBackedUp(clock)
    const corrected = invoice('R1', { SALE_GUID: body.SALE_GUID })
    expect((await (await api()).submit('sale', 'invoice', corrected)).status).toBe(202)
    await (await api()).until(body, 'Valid')
    clock.pass(afterItForgetsMs)
    running = await putBack(running, backup, { ports: { clock } })
    expect(await phaseOf(body)).toBe('invalid')
    const told = await (await api()).submit('sale', 'invoice', corrected)
    expect(told).toMatchObject({ status: 202, body: { STATUS: 'InProgress' } })
    await isConflict(body)
    await running.close({ keep: true })
    expect(validThere()).toHaveLength(1)
  })

  test('a correction that never was goes once, after it was looked for (ST13)', async () => {
    const clock = aMovableClock()
    const { body, backup } = await refusedAndBackedUp(clock)
    running = await putBack(running, backup, { ports: { clock } })
    await (await api()).submit('sale', 'invoice', invoice('R1', { SALE_GUID: body.SALE_GUID }))
    await (await api()).until(body, 'Valid')
    await running.close({ keep: true })
    expect(validThere()).toHaveLength(1)
  })

  test('a sale that the till sends again goes to a person and not again (ST13)', async () => {
    const clock = aMovableClock()
    running = await startGateway({ ports: { clock } })
    const backup = await backUp(running)
    const { body } = await (await api()).submit('sale', 'invoice', invoice('R1'))
    await (await api()).until(body, 'Valid')
    clock.pass(afterItForgetsMs)
    running = await putBack(running, backup, { ports: { clock } })
    const told = await (await api()).submit('sale', 'invoice', invoice('R1'))
    expect(told).toMatchObject({ status: 202, body: { STATUS: 'InProgress' } })
    await isConflict(told.body)
    await running.close({ keep: true })
    expect(validThere()).toHaveLength(1)
  })

  test('a new sale is nothing that was done before: it goes at once', async () => {
    running = await startGateway()
    const backup = await backUp(running)
    running = await putBack(running, backup)
    const ISSUED_AT = new Date().toISOString()
    const { body } = await (await api()).submit('sale', 'invoice', invoice('R2', { ISSUED_AT }))
    await (await api()).until(body, 'Valid')
    const { seq = 0 } = (await running.gateway.store.records.byGuid(body.SALE_GUID)) ?? {}
    const events = await running.gateway.store.records.events(seq)
    expect(events.map(({ event }) => event.type)).not.toContain('presumed_sent')
  })
})
