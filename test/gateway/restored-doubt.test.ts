import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { documentsIn } from '../support/ledger.ts'
import { operate } from '../support/operator.ts'
import { putBack } from '../support/put-back.ts'
import { invoice } from '../support/till.ts'

const evidence = 'Looked on the portal at noon'
let running: TestGateway
afterEach(() => running.close())

/** A sale that waited when the backup was made and is valid since; what was sent of it is known to nobody here. */
async function soldBeforeAndSentSince(): Promise<WireRecord> {
  const waiting = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  const { dataDir } = waiting
  const { body } = await apiOf(waiting, await waiting.token()).submit('sale', 'invoice', invoice('R1'))
  const backup = join(dataDir, 'copy.db')
  await waiting.gateway.store.upkeep.backup(backup)
  await waiting.close({ keep: true })
  running = await startGateway({ dataDir })
  const valid = await apiOf(running, await running.token()).until(body, 'Valid')
  running = await putBack(running, backup)
  const phase = async () => (await running.gateway.store.records.byGuid(body.SALE_GUID))?.record.phase
  await expect.poll(phase, { timeout: 15_000 }).toBe('conflict')
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
    const named = await resolve(valid, { as: 'found', uuid: valid.AUTHORITY?.UUID })
    expect(named.status).toBe(200)
    const again = await apiOf(running, await running.token()).until(valid, 'Valid')
    // The practice authority of another start listens on another port.
    expect({ ...again.AUTHORITY, VALIDATION_URL: null }).toEqual({ ...valid.AUTHORITY, VALIDATION_URL: null })
  })
})
