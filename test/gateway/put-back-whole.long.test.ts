import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { coffee, invoice } from '../support/till.ts'

/** The gateway reads the portal only after the test, so that only requests of the start are counted. */
const late = { ...systemRandomness, fraction: () => 0.99 }
/** Accepts sales and sends nothing. */
const quiet = { RESIT_DISPATCH: 'off' }
let place: string
let open: TestGateway[]
const dir = (name = 'shop') => join(place, name)

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-whole-'))
  open = []
})
afterEach(async () => {
  for (const each of open) await each.close({ keep: true })
  rmSync(place, { recursive: true })
})

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly hasState?: boolean
  readonly name?: string
}

async function start({ env = {}, hasState = true, name = 'shop' }: Options = {}): Promise<TestGateway> {
  const ports = { randomness: late, ...(hasState && { stateFolder: dir('state') }) }
  const gateway = await startGateway({ dataDir: dir(name), env, ports })
  open.push(gateway)
  return gateway
}
async function stop(): Promise<void> {
  for (const each of open.splice(0)) await each.close({ keep: true })
}

const sell = async (gateway: TestGateway, codes: readonly string[]): Promise<readonly WireRecord[]> => {
  const api = apiOf(gateway, await gateway.token())
  return Promise.all(codes.map(async (code) => (await api.submit('sale', 'invoice', invoice(code))).body))
}
const become = async (gateway: TestGateway, sales: readonly WireRecord[], ...statuses: string[]) => {
  const api = apiOf(gateway, await gateway.token())
  for (const sale of sales) await api.until(sale, ...statuses)
}
const documents = ({ gateway }: TestGateway) => gateway.practice?.ledger.documents() ?? []
const numbers = (gateway: TestGateway) => documents(gateway).map(({ internalId }) => internalId)
const statusOf = (gateway: TestGateway) => gateway.gateway.store.journal.status()
const alertsOf = async (gateway: TestGateway) =>
  (await operate<{ readonly alerts: readonly { readonly code: string }[] }>(gateway, 'GET', '/health')).body.alerts.map(
    ({ code }) => code,
  )
const searches = ({ gateway }: TestGateway) =>
  gateway.practice?.counts.list().find(({ api }) => api === 'search')?.total ?? 0

/**
 * Fifteen sales wait, the directory is copied, then they are sent. The authority remembers duplicates by its ledger,
 * which stays.
 */
async function sentAfterCopy(options: Options): Promise<readonly WireRecord[]> {
  const before = await start({ ...options, env: quiet })
  const sales = await sell(
    before,
    Array.from({ length: 15 }, (_, at) => `w${at}`),
  )
  await stop()
  cpSync(dir(), dir('copy'), { recursive: true })
  const during = await start(options)
  await become(during, sales, 'Valid')
  await stop()
  return sales
}

/** Restores the shop's data directory. The authority's ledger stays. */
function putBack(): void {
  for (const name of ['practice.db', 'practice.db-wal']) {
    rmSync(join(dir('copy'), name), { force: true })
    if (existsSync(join(dir(), name))) cpSync(join(dir(), name), join(dir('copy'), name))
  }
  rmSync(dir(), { recursive: true })
  renameSync(dir('copy'), dir())
}

describe('the whole directory put back', () => {
  test.each([
    ['the sealed head outside of it', true],
    ['the authority, before the first document goes', false],
  ])('is found by %s: nothing is sent twice, and a person is told (ST13, RB1)', async (_, hasState) => {
    const sales = await sentAfterCopy({ hasState })
    putBack()
    const gateway = await start({ hasState })
    await expect.poll(async () => (await statusOf(gateway)).findings.map(({ code }) => code)).toEqual(['rolled_back'])
    expect(await alertsOf(gateway)).toContain('journal_untrusted')
    expect(numbers(gateway)).toHaveLength(15)
    await operate(gateway, 'POST', '/proof/trust', { reason: 'the disk was put back' })
    await operate(gateway, 'POST', '/sending/resume', { company: 'DEMO' })
    const { store } = gateway.gateway
    // The documents are found at the authority. What was sent is not known here any more, so each goes to a person and
    // none is sent again.
    for (const { SALE_GUID } of sales)
      await expect.poll(async () => (await store.records.byGuid(SALE_GUID))?.record.phase).toBe('conflict')
    expect(numbers(gateway)).toHaveLength(15)
  })

  test('beside the original sends nothing, whichever of the two works (ST14, RB2)', async () => {
    await sentAfterCopy({})
    const copy = await start({ name: 'copy', env: quiet })
    expect((await statusOf(copy)).findings.map(({ code }) => code)).toEqual(['rolled_back', 'copy_beside'])
    await stop()
    const original = await start()
    expect((await statusOf(original)).isTrusted).toBe(true)
  })

  test('to another place, with nothing left behind, goes on', async () => {
    const before = await start({ env: quiet })
    const sales = await sell(before, ['moved'])
    await stop()
    renameSync(dir(), dir('elsewhere'))
    const after = await start({ name: 'elsewhere' })
    await become(after, sales, 'Valid')
    expect((await statusOf(after)).isTrusted).toBe(true)
  })
})

describe('a start like any other', () => {
  test('with something that waits asks the authority once, and all of it goes (RB1)', async () => {
    const before = await start({ env: quiet })
    const sales = await sell(
      before,
      Array.from({ length: 40 }, (_, at) => `s${at}`),
    )
    await stop()
    const after = await start()
    const later = await sell(after, ['late'])
    await become(after, [...sales, ...later], 'Valid')
    expect(searches(after)).toBe(1)
    expect(new Set(numbers(after)).size).toBe(41)
    expect(numbers(after)).toHaveLength(41)
  })

  test.each([
    ['and the database knows it, asks nothing', true, 0],
    ['and nothing outside says so, reads two pages of what was sent', false, 2],
  ])('a moment after a document left, %s (QR23)', async (_, hasState, asked) => {
    const first = await start({ hasState })
    await become(first, await sell(first, ['gone']), 'Valid')
    await stop()
    const quietly = await start({ hasState, env: quiet })
    const waiting = await sell(quietly, ['waits'])
    await stop()
    const after = await start({ hasState })
    await become(after, waiting, 'Valid')
    expect(searches(after)).toBe(asked)
    expect(numbers(after)).toHaveLength(2)
  })

  test('with one that a person vouched for goes on: what stood there then is no news (ST13)', async () => {
    // Another program has used the number.
    const foreign = await start({ name: 'copy' })
    // Issued an hour ago: with the issue time of the other document the authority would call it a duplicate.
    const ISSUED_AT = new Date(Date.now() - 3_600_000).toISOString()
    const theirs = invoice('vouched', { ISSUED_AT, LINES: [{ ...coffee, QUANTITY: 3 }] })
    const { body } = await apiOf(foreign, await foreign.token()).submit('sale', 'invoice', theirs)
    await become(foreign, [body], 'Valid')
    await stop()
    mkdirSync(dir())
    cpSync(join(dir('copy'), 'practice.db'), join(dir(), 'practice.db'))

    const before = await start()
    await operate(before, 'POST', '/practice/fault', { kind: 'timeout_before', on: 'submit' })
    const [sale] = await sell(before, ['vouched'])
    const guid = sale?.SALE_GUID ?? ''
    const phase = async () => (await before.gateway.store.records.byGuid(guid))?.record.phase
    await expect.poll(phase).toBe('conflict')
    await operate(before, 'POST', '/practice/fault', { kind: 'none' })
    await operate(before, 'POST', '/sending/pause', { company: 'DEMO', reason: 'closing time' })
    const word = { as: 'not_received', evidence: 'It is the old cash register’s' }
    const say = () => operate(before, 'POST', `/records/${guid}/resolution`, word)
    // Only after the quarantine, when nothing can be on its way any more.
    await expect.poll(async () => (await say()).status).toBe(200)
    expect(await phase()).toBe('queued')
    await stop()

    const after = await start()
    await operate(after, 'POST', '/sending/resume', { company: 'DEMO' })
    await become(after, sale ? [sale] : [], 'Valid')
    expect((await statusOf(after)).findings).toEqual([])
    expect(numbers(after)).toHaveLength(2)
  })

  test('with nothing that waits asks nothing', async () => {
    const before = await start()
    await become(before, await sell(before, ['first']), 'Valid')
    await stop()
    const after = await start()
    await become(after, await sell(after, ['second']), 'Valid')
    expect(searches(after)).toBe(0)
  })
})

test('an authority that takes documents and does not search keeps nobody waiting for long', async () => {
  const before = await start({ env: quiet })
  const sales = await sell(before, ['patient'])
  await stop()
  const after = await start({ env: { RESIT_DISPATCH_DELAY_MS: '0' } })
  await operate(after, 'POST', '/practice/fault', { kind: 'error_before', on: 'search' })
  await become(after, sales, 'Valid')
  expect(numbers(after)).toHaveLength(1)
})

test('a state folder that cannot be written when a run begins is told: a directory put back would be no older one', async () => {
  writeFileSync(dir('no-folder'), '')
  const said: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void said.push(line) })
  const ports = { stateFolder: join(dir('no-folder'), 'state'), log }
  const gateway = await startGateway({ dataDir: dir(), ports })
  open.push(gateway)
  await become(gateway, await sell(gateway, ['all the same']), 'Valid')
  expect(said.join()).toContain('could not be sealed')
})
