import { rmSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { SecretsLocked } from '../../electron/gateway/installation/secrets.ts'
import type { Secrets } from '../../electron/gateway/ports.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { tamper } from '../store/log/kept-store.ts'
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

const inMemory = (): Secrets => {
  const kept = new Map<string, string>()
  return {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
  }
}

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
    expect(await doctorOf(gateway)).toMatchObject([
      { verdict: 'bad', message: expect.stringContaining('nothing is sent') as string },
    ])
    const [first] = sales
    if (first) expect(await phaseOf(gateway, first)).toBe('queued')
    expect(ledger(gateway).every(({ internalId }) => internalId !== first?.DOCUMENT_NUMBER)).toBe(true)
  })

  test('is mended by no word of a person, and the till reads what it sent (AU1)', async () => {
    const { dataDir, sales } = await unsent(2)
    change(dataDir)
    const gateway = await open(dataDir)
    await expect.poll(async () => (await journalStatusOf(gateway)).isTrusted).toBe(false)
    const { body } = await operate<{ readonly outcome: string }>(gateway, 'POST', '/proof/trust', { reason: 'seen' })
    expect(body.outcome).toBe('history_differs')
    const [first] = sales
    const told = await apiOf(gateway, await gateway.token()).status('sale', 'invoice', first?.SALE_GUID ?? '')
    expect(told.body.TOTAL_PAYABLE).toBe(first?.TOTAL_PAYABLE)
    expect(await journalStatusOf(gateway)).toMatchObject({ isTrusted: false })
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
  expect((await operate(gateway, 'POST', '/proof/trust', {})).status).toBe(422)
  expect(ledger(gateway)).toEqual([])
  await operate(gateway, 'POST', '/proof/trust', { reason: 'the old till is scrapped' })
  await allBecome(gateway, sales, 'Valid')
  await close()
  expect(await journalStatusOf(await open(dataDir, {}, theirs))).toMatchObject({ isTrusted: true })
})

test('the head code is for everybody who reads', async () => {
  const gateway = await open(null, quiet)
  const api = apiOf(gateway, await gateway.token())
  await api.submit('sale', 'invoice', invoice('one'))
  const shown = await operate<{ readonly code: string; readonly lines: number }>(gateway, 'GET', '/proof')
  expect(shown.body).toMatchObject({ code: expect.stringMatching(/^[0-9a-f]{8}$/) as string, trusted: true })
})
