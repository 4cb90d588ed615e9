import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataPathsIn } from '../../electron/gateway/installation/data-dir.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { restoreDataDir, verifyDataDir } from '../../electron/gateway/installation/verify-and-restore.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { tamper } from '../store/log/kept-store.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { invoice } from '../support/till.ts'

/** Accepts sales and sends nothing. */
const quiet = { RESIT_DISPATCH: 'off' }
let place: string
let running: TestGateway | null
const dir = (name: string) => join(place, name)
/** A folder outside the data directory. */
const state = () => dir('state')

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-mutilated-'))
  running = null
})
afterEach(async () => {
  await stop()
  rmSync(place, { recursive: true })
})

async function start(env: Environment = {}, name = 'shop'): Promise<TestGateway> {
  const started = await startGateway({ dataDir: dir(name), env, ports: { stateFolder: state() } })
  running = started
  return started
}
async function stop(): Promise<void> {
  await running?.close({ keep: true })
  running = null
}

const sell = async (gateway: TestGateway, ...codes: readonly string[]): Promise<readonly WireRecord[]> => {
  const api = apiOf(gateway, await gateway.token())
  return Promise.all(codes.map(async (code) => (await api.submit('sale', 'invoice', invoice(code))).body))
}
const become = async (gateway: TestGateway, sales: readonly WireRecord[], status: string) => {
  const api = apiOf(gateway, await gateway.token())
  for (const sale of sales) await api.until(sale, status)
}
const numbers = ({ gateway }: TestGateway) =>
  (gateway.practice?.ledger.documents() ?? []).map(({ internalId }) => internalId).toSorted()
const codes = async ({ gateway }: TestGateway) =>
  (await gateway.store.journal.status()).findings.map(({ code }) => code)

const head = () => join(state(), readdirSync(state()).find((name) => name.endsWith('.json')) ?? '')

/**
 * A data directory with valid sales, after a kill: with SQLite's log, and without the end of its run. @param last what
 * the gateway does after its head was sealed and copied for the last time
 */
async function killed(last: (gateway: TestGateway) => Promise<unknown> = async () => undefined) {
  const gateway = await start()
  const sales = await sell(gateway, 'k1', 'k2', 'k3')
  await become(gateway, sales, 'Valid')
  const { lines } = await gateway.gateway.store.journal.status()
  const since = Date.now()
  const copiedAt = async () =>
    Date.parse((await operate<{ readonly copied_at: string | null }>(gateway, 'GET', '/health')).body.copied_at ?? '')
  await expect.poll(copiedAt).toBeGreaterThan(since)
  await expect.poll(() => JSON.parse(readFileSync(head(), 'utf8')).line).toBe(lines)
  expect((await gateway.gateway.store.journal.status()).lines).toBe(lines)
  cpSync(state(), dir('state-killed'), { recursive: true })
  await last(gateway)
  cpSync(dir('shop'), dir('killed'), { recursive: true })
  await stop()
  for (const [from, to] of [
    ['killed', 'shop'],
    ['state-killed', 'state'],
  ] as const) {
    rmSync(dir(to), { recursive: true })
    cpSync(dir(from), dir(to), { recursive: true })
  }
  return sales
}

const files = () => dataPathsIn(dir('shop'))
const ports = () => ({ clock: systemClock, secrets: secretsInFile(files().secrets), stateFolder: state() })
const restore = () => restoreDataDir(files(), ports(), null)
const lose = (...ends: readonly string[]) => {
  for (const end of ends) rmSync(`${files().database}${end}`, { force: true })
}

/** Expects that the restore changed nothing, and that the authority has each document once. */
async function isRestored(sales: readonly WireRecord[]): Promise<void> {
  expect((await restore()).brokenAt).toBeNull()
  const gateway = await start()
  expect(await codes(gateway)).toEqual([])
  await become(gateway, sales, 'Valid')
  await become(gateway, await sell(gateway, 'after'), 'Valid')
  expect(numbers(gateway)).toEqual(
    [...sales.map(({ DOCUMENT_NUMBER }) => DOCUMENT_NUMBER), 'KLCC-T1-A-after'].toSorted(),
  )
  expect(await gateway.gateway.store.journal.verify()).toMatchObject({ findingCount: 0 })
}

test('a gateway that was killed loses nothing, and knows that it was killed (ST1)', async () => {
  const sales = await killed()
  const gateway = await start()
  expect(await gateway.gateway.store.journal.status()).toMatchObject({ isTrusted: true, wasKilled: true })
  await become(gateway, sales, 'Valid')
  await stop()
  expect(await (await start()).gateway.store.journal.status()).toMatchObject({ isTrusted: true, wasKilled: false })
})

test('a command that works on the directory after a kill keeps its log, and nothing is told of it', async () => {
  await killed()
  await openSqliteStore(files().database, null).upkeep.close()
  expect(existsSync(`${files().database}-wal`)).toBe(true)
  expect(await (await start()).gateway.store.journal.status()).toMatchObject({ findings: [], wasKilled: true })
})

test('a restore that fails after a kill folds the log in, and nothing is told of it', async () => {
  await killed()
  writeFileSync(dir('no-backup'), 'nothing')
  await expect(restoreDataDir(files(), ports(), dir('no-backup'))).rejects.toMatchObject({
    reason: 'not_ours',
  })
  expect(await (await start()).gateway.store.journal.status()).toMatchObject({ findings: [], wasKilled: true })
})

describe('told at the start, sends nothing, and is restored by one command:', () => {
  test('the log that was deleted after a crash (ST11)', async () => {
    const sales = await killed()
    lose('-wal', '-shm')
    const gateway = await start()
    expect(await codes(gateway)).toContain('rolled_back')
    await sell(gateway, 'kept')
    expect(numbers(gateway)).toHaveLength(3)
    await stop()
    await isRestored(sales)
  })

  test('the log that was deleted, of which all was folded in but the last sales (ST11)', async () => {
    await killed((gateway) => {
      const database = new Database(files().database)
      database.pragma('wal_checkpoint(PASSIVE)')
      database.close()
      return sell(gateway, 'last')
    })
    lose('-wal', '-shm')
    const { gateway } = await start()
    expect(await gateway.store.journal.status()).toMatchObject({
      isTrusted: false,
      findings: [{ code: 'rolled_back' }],
    })
  })

  test.each([
    ['a command that worked on the directory', () => openSqliteStore(files().database, null).upkeep.close()],
    ['a proof that was killed', async () => writeFileSync(`${files().database}-wal`, '')],
    [
      'a start that was killed before it had written anything else',
      async () => {
        const store = openSqliteStore(files().database)
        cpSync(dir('shop'), dir('killed-again'), { recursive: true })
        await store.upkeep.close()
        rmSync(dir('shop'), { recursive: true })
        cpSync(dir('killed-again'), dir('shop'), { recursive: true })
      },
    ],
  ])('the log that was deleted, also after %s (ST11)', async (_what, meanwhile) => {
    await killed()
    // All but the last sales are merged into the database file, so the sealed head shows nothing.
    const database = new Database(files().database)
    database.exec('UPDATE setting SET value = value')
    database.close()
    lose('-wal', '-shm')
    await meanwhile()
    expect(await codes(await start())).toEqual(['rolled_back'])
  })

  test('the database that was deleted is not replaced by an empty one (ST10)', async () => {
    const sales = await killed()
    lose('', '-wal', '-shm')
    await expect(start()).rejects.toMatchObject({ reason: 'history_lost' })
    expect(existsSync(files().database)).toBe(false)
    await isRestored(sales)
  })

  test('an empty database in the place of the one that was there', async () => {
    const sales = await killed()
    lose('', '-wal', '-shm')
    cpSync(state(), dir('aside'), { recursive: true })
    rmSync(state(), { recursive: true })
    await start(quiet)
    await stop()
    rmSync(state(), { recursive: true })
    cpSync(dir('aside'), state(), { recursive: true })
    expect(await codes(await start())).toContain('rolled_back')
    await stop()
    await isRestored(sales)
  })

  test('lines that were taken from the end, with all that they tell of (AU1)', async () => {
    const sales = await killed()
    await stop()
    tamper(dir('shop'), 'DELETE FROM event WHERE seq > (SELECT max(seq) FROM event) - 2')
    expect((await verifyDataDir(files(), ports())).findings.map(({ code }) => code)).toContain('rolled_back')
    expect(await codes(await start())).toContain('rolled_back')
    await stop()
    await isRestored(sales)
  })

  test('an event that was changed (AU1)', async () => {
    const sales = await killed()
    tamper(dir('shop'), 'UPDATE event SET at = at + 1 WHERE record_seq = 2')
    expect(await codes(await start())).toContain('entry_changed')
    await stop()
    await isRestored(sales)
  })

  test('a page that was written over, at the next read of it (ST12)', async () => {
    const sales = await killed()
    await start(quiet)
    await stop()
    const bytes = readFileSync(files().database)
    const page = Math.floor(bytes.lastIndexOf('KLCC-T1-A-k1') / 4096)
    expect(page).toBeGreaterThan(0)
    writeFileSync(files().database, bytes.fill(0xa5, page * 4096, (page + 1) * 4096))
    const told = await start().then(
      async (damaged) => {
        await damaged.gateway.store.journal.verify()
        return codes(damaged)
      },
      (refusal: unknown) => [String(refusal)],
    )
    expect(told.join()).toMatch(/database_damaged|is damaged|malformed/)
    await stop().catch(() => undefined)
    await isRestored(sales)
  })
})

describe('an old directory put back', () => {
  test.each([
    ['a run that sold', true, false],
    ['a run in which nothing happened', false, false],
    ['a run that sold, and was killed before its head was sealed again', true, true],
  ])('after %s sends nothing before a person says so (ST13)', async (_what, sells, isKilled) => {
    const first = await start(quiet)
    const sales = await sell(first, 'o1')
    await stop()
    cpSync(dir('shop'), dir('old'), { recursive: true })
    const later = await start(quiet)
    // The sealed head before the first answer of this run.
    const [file, atStart] = [head(), readFileSync(head())]
    if (sells) await sell(later, 'o2')
    await stop()
    if (isKilled) rmSync(file.replace('.json', '-copy'), { recursive: true, force: true })
    if (isKilled) writeFileSync(file, atStart)
    rmSync(dir('shop'), { recursive: true })
    cpSync(dir('old'), dir('shop'), { recursive: true })
    const back = await start()
    expect(await codes(back)).toContain('rolled_back')
    expect(numbers(back)).toEqual([])
    expect((await operate(back, 'POST', '/proof/trust', { reason: 'put back on purpose' })).status).toBe(200)
    expect(await codes(back)).toEqual([])
    // Later voids are not known, so sending waits for a person.
    await operate(back, 'POST', '/sending/resume', {})
    await become(back, sales, 'Valid')
    await stop()
    expect(await codes(await start())).toEqual([])
  })
})

describe('the sealed head', () => {
  test.each([
    ['is gone', 'head_missing', () => rmSync(head())],
    [
      'was written by another',
      'head_forged',
      () => writeFileSync(head(), readFileSync(head(), 'utf8').replace(/"line":\d+/, '"line":1')),
    ],
    ['is no head', 'head_forged', () => writeFileSync(head(), 'nothing')],
  ])('that %s keeps everything back until a person says so (AU1)', async (_what, code, change) => {
    const sales = await sell(await start(quiet), 'h1')
    await stop()
    change()
    const gateway = await start()
    expect(await codes(gateway)).toEqual([code])
    await operate(gateway, 'POST', '/proof/trust', { reason: 'the profile was made again' })
    await become(gateway, sales, 'Valid')
    await stop()
    expect(await codes(await start())).toEqual([])
  })
})
