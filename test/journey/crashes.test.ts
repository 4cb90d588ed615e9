import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Book } from '../../electron/gateway/authority/practice/ledger/book.ts'
import { openLedgerFile } from '../../electron/gateway/authority/practice/ledger/open.ts'
import type { CrashPoint } from '../../electron/gateway/crash-points.ts'
import { steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { isClean, judge } from '../faults/oracle.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { type Body, invoice } from '../support/till.ts'

let dataDir: string
const running: GatewayProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-crash-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(crashAt = ''): Promise<GatewayProcess> {
  // A sale rests a moment before it is sent, so that its void can win.
  const rested = { RESIT_DISPATCH_DELAY_MS: '400', RESIT_LOG_LEVEL: 'error', RESIT_CRASH_AT: crashAt }
  const gateway = await spawnGateway(dataDir, { ...brisk, ...rested })
  running.push(gateway)
  return gateway
}

const died = async ({ child }: GatewayProcess): Promise<NodeJS.Signals | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode
}

interface Told {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** What the gateway answers; null where it dies instead. */
async function ask(port: number, path: string, { body, ...headers }: { body?: Body; sale_guid?: string } = {}) {
  const authorization = `Bearer ${readFileSync(join(dataDir, 'control.token'), 'utf8')}`
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() } as Told
  } catch (cause) {
    // Cut off in the middle: the till does not know what became of it, and asks again later.
    if (cause instanceof TypeError) return null
    throw cause
  }
}

const guids = Array.from({ length: 6 }, (_, at) => `5e1c0000-0000-4000-8000-00000000000${at + 1}`)
const [cancelled = '', voided = '', ...others] = guids
const bodies = new Map(guids.map((guid, at) => [guid, invoice(`c${at}`, { SALE_GUID: guid })]))

/**
 * Six sales, one of them voided, one cancelled; asked for again after a crash, it comes to the same.
 * @returns whether the void was in time
 */
async function day({ port }: GatewayProcess): Promise<boolean> {
  await Promise.all(guids.map((guid) => ask(port, '/v1/sale/invoice_submission', { body: bodies.get(guid) ?? {} })))
  const answer = await ask(port, '/v1/sale/invoice_void/by_sale_guid', { body: { SALE_GUID: voided } })
  const isVoided = answer?.status === 200 || answer?.body['code'] === 'void_denied_locked'
  for (;;) {
    const told = await ask(port, '/v1/sale/invoice_checkstatus/by_guid', { sale_guid: cancelled })
    if (told === null) return isVoided
    if (told.body['STATUS'] !== 'Pending' && told.body['STATUS'] !== 'InProgress') break
    await pause(250)
  }
  await ask(port, '/v1/sale/invoice_cancellation', { body: { SALE_GUID: cancelled, REASON: 'Wrong goods' } })
  return isVoided
}

async function rest({ port }: GatewayProcess): Promise<void> {
  for (;;) {
    const told = await ask(port, '/operator/v1/queue')
    if (told === null) throw new Error('the gateway died again')
    if ((told.body['lanes'] as readonly unknown[]).length === 0) return
    await pause(250)
  }
}

/** Compares what both sides have on file. */
async function compare() {
  const book = new Book(openLedgerFile(join(dataDir, 'practice.db')))
  const store = openSqliteStore(join(dataDir, 'resit.db'))
  try {
    return await judge({ store, documents: book.all(), saleGuids: guids, cancelledOnPortal: new Set() })
  } finally {
    book.close()
    await store.upkeep.close()
  }
}

const places: readonly (readonly [CrashPoint, readonly number[]])[] = [
  ['submission_stored', [1, 4]],
  ['void_stored', [1]],
  ['claimed', [1]],
  ['practice_took_submit', [1]],
  ['answered', [1]],
  ['cancel_requested', [1]],
  ['cancel_asking', [1]],
  ['practice_took_changeState', [1]],
  ['cancel_answered', [1]],
]
const crashes = places.flatMap(([point, times]) => times.map((nth) => `${point}:${nth}`))

describe('a gateway that dies', () => {
  test.each(crashes)(
    'at %s loses nothing, sends nothing twice and ends where it would have ended (ST1, QR3)',
    async (crashAt) => {
      const first = await start(crashAt)
      await day(first)
      expect(await died(first)).toBe('SIGKILL')
      const second = await start()
      const isVoided = await day(second)
      await rest(second)
      await second.stop()
      const judgement = await compare()
      expect(isClean(judgement), JSON.stringify(judgement)).toBe(true)
      const valid = others.length
      // After a crash the sale may be on its way before anybody asks to void it.
      expect(judgement.statuses).toEqual(
        isVoided ? { Valid: valid, Voided: 1, Cancelled: 1 } : { Valid: valid + 1, Cancelled: 1 },
      )
      if (crashAt.startsWith('void_stored')) expect(isVoided).toBe(true)
    },
  )

  test('while it brings its database up to date finds it as it was, and does it again (ST17)', async () => {
    const file = join(dataDir, 'resit.db')
    const old = new Database(file)
    old.pragma('application_id = 0x52534954')
    old.exec(steps.find(({ version }) => version === 10)?.sql ?? '')
    old.pragma('user_version = 10')
    old.exec("INSERT INTO setting (name, value) VALUES ('kept', 'yes')")
    old.close()
    await expect(start('migration_step:1')).rejects.toThrow('the gateway ended with null')
    const left = new Database(file, { readonly: true })
    expect(left.pragma('user_version', { simple: true })).toBe(10)
    left.close()
    const again = await start()
    await day(again)
    await rest(again)
    await again.stop()
    expect(isClean(await compare())).toBe(true)
    const now = new Database(file, { readonly: true })
    expect(now.prepare("SELECT value FROM setting WHERE name = 'kept'").pluck().get()).toBe('yes')
    now.close()
  })
})
