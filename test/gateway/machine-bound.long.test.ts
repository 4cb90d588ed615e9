import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureDataDir } from '../../electron/gateway/installation/data-dir.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'

let place: string
const running: TestGateway[] = []
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-machines-'))
})
const closeAll = async () => {
  for (const each of running.splice(0)) await each.close({ keep: true })
}
afterEach(async () => {
  await closeAll()
  rmSync(place, { recursive: true, force: true })
})

type Machine = string | null

/** Starts a gateway on a machine; null for one that has no id. */
async function startOn(machine: Machine, name: string, env: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await startGateway({ dataDir: join(place, name), env, ports: { machineId: () => machine } })
  running.push(gateway)
  return gateway
}

/** Leaves one unsent sale in a data directory, with no gateway running. */
async function shopOn(machine: Machine, name: string): Promise<WireRecord> {
  const gateway = await startOn(machine, name, { RESIT_DISPATCH: 'off' })
  const { body } = await apiOf(gateway, await gateway.token()).submit('sale', 'invoice', invoice('m1'))
  await closeAll()
  return body
}

const statusOf = ({ gateway }: TestGateway) => gateway.store.journal.status()
const ledger = ({ gateway }: TestGateway) => gateway.practice?.ledger.documents() ?? []
const isValid = async (gateway: TestGateway, sale: WireRecord) =>
  apiOf(gateway, await gateway.token()).until(sale, 'Valid')

describe('a data directory with its secrets, copied whole', () => {
  test('sends nothing on another machine until a person says why, and looks up first then (ST14)', async () => {
    const sale = await shopOn('till 1', 'shop')
    cpSync(join(place, 'shop'), join(place, 'copy'), { recursive: true })
    const copy = await startOn('till 2', 'copy')
    expect(await statusOf(copy)).toMatchObject({ isTrusted: false, findings: [{ code: 'seal_missing' }] })
    expect((await operate(copy, 'POST', '/proof/trust', { reason: 'till 1 is scrapped' })).status).toBe(200)
    await isValid(copy, sale)
    const stored = await copy.gateway.store.records.byGuid(sale.SALE_GUID)
    const types = (await copy.gateway.store.records.events(stored?.seq ?? 0)).map(({ event }) => event.type)
    expect(types.slice(0, 3)).toEqual(['received', 'presumed_sent', 'not_found'])
    expect(ledger(copy)).toHaveLength(1)
    await closeAll()
    // From now on the data belongs to this machine.
    expect(await statusOf(await startOn('till 2', 'copy'))).toMatchObject({ isTrusted: true })
    await closeAll()
    expect(await statusOf(await startOn('till 1', 'shop', { RESIT_DISPATCH: 'off' }))).toMatchObject({
      isTrusted: true,
    })
  })

  test('is trusted on the machine it was made on', async () => {
    const sale = await shopOn('till 1', 'shop')
    const again = await startOn('till 1', 'shop')
    expect(await statusOf(again)).toMatchObject({ isTrusted: true })
    await isValid(again, sale)
  })

  test.each([
    ['a machine that cannot say which it is, as a container', 'till 1', null],
    ['a machine, from one that could not say which it was', null, 'till 1'],
  ] as const)('is trusted on %s', async (_what, first, second) => {
    await shopOn(first, 'shop')
    expect(await statusOf(await startOn(second, 'shop'))).toMatchObject({ isTrusted: true })
  })
})

test('an installation that is older than this is bound at its next start, and nothing is looked up for it', async () => {
  await shopOn(null, 'shop')
  const file = ensureDataDir(join(place, 'shop')).secrets
  expect(readFileSync(file, 'utf8')).not.toContain('machine')
  expect(await statusOf(await startOn('till 1', 'shop', { RESIT_DISPATCH: 'off' }))).toMatchObject({
    isTrusted: true,
  })
  await closeAll()
  expect(await statusOf(await startOn('till 2', 'shop'))).toMatchObject({ isTrusted: false })
})

test('secrets that take no writes now leave an older installation trusted', async () => {
  await shopOn(null, 'shop')
  const inFile = secretsInFile(ensureDataDir(join(place, 'shop')).secrets)
  const secrets = { ...inFile, set: () => Promise.reject(new Error('the disk is full')) }
  const ports = { machineId: () => 'till 1', secrets }
  const gateway = await startGateway({ dataDir: join(place, 'shop'), env: { RESIT_DISPATCH: 'off' }, ports })
  running.push(gateway)
  expect(await statusOf(gateway)).toMatchObject({ isTrusted: true })
})
