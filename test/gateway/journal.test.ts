import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type Secrets, SecretsLocked } from '../../electron/gateway/installation/secrets.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { tamper } from '../store/journal/kept-store.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'

const closed: string[] = []
let shop: TestGateway | null = null
afterEach(async () => {
  await shop?.close({ keep: true })
  shop = null
  for (const directory of closed.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const quiet = { RESIT_DISPATCH: 'off' }

async function open(dataDir: string | null, env: Environment = {}, secrets?: Secrets): Promise<TestGateway> {
  shop = await startGateway({ env, ...(dataDir !== null && { dataDir }), ...(secrets && { ports: { secrets } }) })
  if (!closed.includes(shop.dataDir)) closed.push(shop.dataDir)
  return shop
}
async function close(): Promise<void> {
  await shop?.close({ keep: true })
  shop = null
}

/** Sales that were kept and not sent, in a data directory that no gateway runs on. */
async function unsent(count: number): Promise<{ readonly dataDir: string; readonly sales: readonly WireRecord[] }> {
  const gateway = await open(null, quiet)
  const api = apiOf(gateway, await gateway.token())
  const sales = []
  for (let n = 0; n < count; n += 1) sales.push((await api.submit('sale', 'invoice', invoice(`j${n}`))).body)
  await close()
  return { dataDir: gateway.dataDir, sales }
}

const ledger = (gateway: TestGateway) => gateway.gateway.practice?.ledger.documents() ?? []
const statusOf = async (gateway: TestGateway, sale: WireRecord) =>
  (await apiOf(gateway, await gateway.token()).status('sale', 'invoice', sale.SALE_GUID)).body.STATUS
const phaseOf = async ({ gateway }: TestGateway, { SALE_GUID }: WireRecord) =>
  (await gateway.store.records.byGuid(SALE_GUID))?.record.phase
const journalStatusOf = (gateway: TestGateway) => gateway.gateway.store.journal.status()
const doctorOf = async (gateway: TestGateway) =>
  (
    await operate<{ readonly checks: readonly { name: string; verdict: string; message: string }[] }>(
      gateway,
      'GET',
      '/doctor',
    )
  ).body.checks.filter(({ name }) => name === 'journal')
const alertsOf = async (gateway: TestGateway) =>
  (await operate<{ readonly alerts: readonly { readonly code: string }[] }>(gateway, 'GET', '/health')).body.alerts.map(
    ({ code }) => code,
  )

async function allBecome(gateway: TestGateway, sales: readonly WireRecord[], status: string): Promise<void> {
  const api = apiOf(gateway, await gateway.token())
  for (const sale of sales) await api.until(sale, status)
}

function takeDatabase(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'resit-older-'))
  closed.push(copy)
  copyFileSync(join(dataDir, 'resit.db'), join(copy, 'resit.db'))
  return copy
}

/** The log belongs to what was there before. */
function putBack(copy: string, dataDir: string): void {
  rmSync(join(dataDir, 'resit.db-wal'), { force: true })
  copyFileSync(join(copy, 'resit.db'), join(dataDir, 'resit.db'))
}

const inMemory = (): Secrets => {
  const kept = new Map<string, string>()
  return {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
  }
}

describe('an older copy of the database put back', () => {
  test('after everything was sent: it is brought up to date and nothing is sent again (ST13)', async () => {
    const { dataDir, sales } = await unsent(4)
    const older = takeDatabase(dataDir)
    await allBecome(await open(dataDir), sales, 'Valid')
    await close()
    putBack(older, dataDir)
    const gateway = await open(dataDir)
    expect((await journalStatusOf(gateway)).replayed).toBeGreaterThan(8)
    for (const sale of sales) expect(await statusOf(gateway, sale)).toBe('Valid')
    expect(ledger(gateway)).toHaveLength(4)
    expect((await doctorOf(gateway))[0]).toMatchObject({ verdict: 'warning' })
  })

  test('with its journal cut as well: nothing is sent before a person has looked, and then looked up first (ST13)', async () => {
    const { dataDir, sales } = await unsent(3)
    const older = takeDatabase(dataDir)
    const journal = join(dataDir, 'journal', 'journal-000001.log')
    const size = statSync(journal).size
    await allBecome(await open(dataDir), sales, 'Valid')
    await close()
    putBack(older, dataDir)
    truncateSync(journal, size)
    const gateway = await open(dataDir)
    expect(await journalStatusOf(gateway)).toMatchObject({ isTrusted: false, findings: [{ code: 'journal_cut' }] })
    for (const sale of sales) expect(await phaseOf(gateway, sale)).toBe('queued')
    const trusted = await operate<{ readonly trusted: boolean }>(gateway, 'POST', '/journal/trust', { reason: 'test' })
    expect(trusted).toMatchObject({ status: 200, body: { trusted: true } })
    // The authority has our numbers, and nothing here knows what was sent under them: a person decides.
    for (const sale of sales) await expect.poll(() => phaseOf(gateway, sale)).toBe('conflict')
    expect(ledger(gateway)).toHaveLength(3)
  })

  test('of sales that never went: they are looked up, and then each goes once (ST13)', async () => {
    const { dataDir } = await unsent(1)
    const older = takeDatabase(dataDir)
    const gateway = await open(dataDir, quiet)
    const api = apiOf(gateway, await gateway.token())
    const sales = [
      await api.submit('sale', 'invoice', invoice('later1')),
      await api.submit('sale', 'invoice', invoice('later2')),
    ]
    await close()
    putBack(older, dataDir)
    const again = await open(dataDir)
    expect((await journalStatusOf(again)).mistrusted).toBe(3)
    expect(ledger(again)).toEqual([])
    await allBecome(
      again,
      sales.map(({ body }) => body),
      'Valid',
    )
    expect(ledger(again)).toHaveLength(3)
    for (const { body } of sales) {
      const stored = await again.gateway.store.records.byGuid(body.SALE_GUID)
      const types = (await again.gateway.store.records.events(stored?.seq ?? 0)).map(({ event }) => event.type)
      expect(types.slice(0, 5)).toEqual(['received', 'mistrusted', 'not_found', 'not_found', 'requeued'])
    }
  })
})

test('a log that was deleted after a crash: what was answered is back, and nothing is sent twice (ST11)', async () => {
  const gateway = await open(null)
  const { dataDir } = gateway
  const api = apiOf(gateway, await gateway.token())
  const sales = []
  for (const code of ['a', 'b', 'c']) sales.push((await api.submit('sale', 'invoice', invoice(code))).body)
  await allBecome(gateway, sales, 'Valid')
  // As a kill leaves it, without its log.
  const killed = mkdtempSync(join(tmpdir(), 'resit-killed-'))
  closed.push(killed)
  cpSync(dataDir, killed, { recursive: true })
  const before = ledger(gateway).length
  await close()
  rmSync(join(killed, 'resit.db-wal'))
  const again = await open(killed)
  expect((await journalStatusOf(again)).replayed).toBeGreaterThan(0)
  for (const sale of sales) expect(await statusOf(again, sale)).toBe('Valid')
  expect(ledger(again)).toHaveLength(before)
  expect(await again.gateway.store.journal.verify()).toMatchObject({ findingCount: 0 })
})

test('a database that is gone is not replaced by an empty one (ST10)', async () => {
  const { dataDir } = await unsent(1)
  for (const name of ['resit.db', 'resit.db-wal']) rmSync(join(dataDir, name), { force: true })
  await expect(open(dataDir)).rejects.toMatchObject({ name: 'StoreRefusal', reason: 'history_lost' })
  expect(existsSync(join(dataDir, 'resit.db'))).toBe(false)
})

describe('an amount that somebody changed', () => {
  const change = (dataDir: string) => tamper(dataDir, "UPDATE record SET total_payable = '912.72' WHERE seq = 1")

  test('stops all sending before the document leaves; sales are still taken, and a person is told (AU1, ST12)', async () => {
    const { dataDir, sales } = await unsent(2)
    change(dataDir)
    const gateway = await open(dataDir)
    const api = apiOf(gateway, await gateway.token())
    await expect
      .poll(async () => (await journalStatusOf(gateway)).findings)
      .toMatchObject([{ code: 'row_damaged', record: 1 }])
    expect((await api.submit('sale', 'invoice', invoice('taken'))).status).toBe(202)
    expect(await alertsOf(gateway)).toContain('journal_untrusted')
    expect((await operate<{ hindrances: readonly object[] }>(gateway, 'GET', '/queue')).body.hindrances).toMatchObject([
      { company: 'DEMO', message: expect.stringContaining('nothing is sent') as string },
    ])
    expect((await doctorOf(gateway))[0]).toMatchObject({
      verdict: 'bad',
      message: expect.stringContaining('Record 1') as string,
    })
    const [first] = sales
    if (first) expect(await phaseOf(gateway, first)).toBe('queued')
    expect(ledger(gateway).every(({ internalId }) => internalId !== first?.DOCUMENT_NUMBER)).toBe(true)
  })

  test('is put right from the history once a person says so, and everything goes (AU1)', async () => {
    const { dataDir, sales } = await unsent(2)
    change(dataDir)
    const gateway = await open(dataDir)
    await expect.poll(async () => (await journalStatusOf(gateway)).isTrusted).toBe(false)
    await operate(gateway, 'POST', '/journal/trust', { reason: 'a disk error, the disk is new' })
    await allBecome(gateway, sales, 'Valid')
    const [first] = sales
    const { body } = await apiOf(gateway, await gateway.token()).status('sale', 'invoice', first?.SALE_GUID ?? '')
    expect(body.TOTAL_PAYABLE).toBe(first?.TOTAL_PAYABLE)
    expect((await operate(gateway, 'GET', '/integrity')).body).toMatchObject({ sound: true, finding_count: 0 })
    expect(await alertsOf(gateway)).not.toContain('journal_untrusted')
  })
})

test('a key store that is locked keeps everything back until it opens, and leaves nothing for a person to put right', async () => {
  const { dataDir, sales } = await unsent(1)
  const refuse = () => Promise.reject(new SecretsLocked('the key store is locked'))
  const locked = { get: refuse, set: refuse }
  const held = await open(dataDir, {}, locked)
  expect(await journalStatusOf(held)).toMatchObject({ isTrusted: false, findings: [{ code: 'seal_locked' }] })
  expect((await apiOf(held, await held.token()).submit('sale', 'invoice', invoice('new'))).status).toBe(202)
  expect((await operate(held, 'GET', '/integrity')).body).toMatchObject({ sound: false })
  expect(ledger(held)).toEqual([])
  await close()
  const gateway = await open(dataDir)
  await allBecome(gateway, sales, 'Valid')
  await close()
})

test('a disk that runs in another till sends nothing until a person says why (ST14)', async () => {
  const { dataDir, sales } = await unsent(1)
  const theirs = inMemory()
  const gateway = await open(dataDir, {}, theirs)
  expect(await journalStatusOf(gateway)).toMatchObject({ isTrusted: false, findings: [{ code: 'seal_missing' }] })
  expect((await apiOf(gateway, await gateway.token()).submit('sale', 'invoice', invoice('new'))).status).toBe(202)
  expect((await operate(gateway, 'POST', '/journal/trust', {})).status).toBe(422)
  expect(ledger(gateway)).toEqual([])
  await operate(gateway, 'POST', '/journal/trust', { reason: 'the old till is scrapped' })
  await allBecome(gateway, sales, 'Valid')
  await close()
  expect(await journalStatusOf(await open(dataDir, {}, theirs))).toMatchObject({ isTrusted: true })
})

test('the head code is for everybody who reads, and a seal proves it', async () => {
  const gateway = await open(null, quiet)
  const api = apiOf(gateway, await gateway.token())
  await api.submit('sale', 'invoice', invoice('one'))
  const sealed = await operate<{ readonly code: string; readonly lines: number }>(gateway, 'POST', '/journal/seal', {})
  expect(sealed.body).toMatchObject({ code: expect.stringMatching(/^[0-9a-f]{8}$/) as string, trusted: true })
  expect((await operate(gateway, 'GET', '/journal')).body).toEqual(sealed.body)
})
