import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { documentsIn } from '../support/ledger.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { type Body, invoice } from '../support/till.ts'

// Each runs several processes, one after the other.
let dataDir: string
const running: GatewayProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-restore-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(env = {}): Promise<GatewayProcess> {
  const gateway = await spawnGateway(dataDir, { ...brisk, RESIT_LOG_LEVEL: 'error', ...env })
  running.push(gateway)
  return gateway
}

const resit = (...args: readonly string[]) =>
  command(dataDir, args, { env: { ...brisk, INIT_CWD: dataDir }, timeoutMs: hangMs })

async function ask(port: number, path: string, body?: Body, headers = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${readFileSync(join(dataDir, 'control.token'), 'utf8')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const guidOf = (n: number) => `5e1e0000-0000-4000-8000-${String(n).padStart(12, '0')}`
const sell = async (port: number, n: number) => {
  const told = await ask(port, '/v1/sale/invoice_submission', invoice(`r${n}`, { SALE_GUID: guidOf(n) }))
  expect(told.status).toBe(202)
}
const recordOf = async (port: number, n: number) =>
  (await ask(port, '/v1/sale/invoice_checkstatus/by_guid', undefined, { sale_guid: guidOf(n) })).body
const statusOf = async (port: number, n: number) => (await recordOf(port, n))['STATUS']
const attentionOf = async (port: number, n: number) => (await recordOf(port, n))['ATTENTION']
const areValid = async (port: number, numbers: readonly number[]) => {
  for (const n of numbers) await expect.poll(() => statusOf(port, n)).toBe('Valid')
}

/** The numbers of the valid documents at the authority, repeated for duplicates. */
const there = () =>
  documentsIn(dataDir)
    .filter(({ status }) => status !== 'Invalid')
    .map(({ internalId }) => internalId)
    .toSorted()
const numberOf = (n: number) => `KLCC-T1-A-r${n}`

/**
 * Makes a backup while sales come in and none is sent. Then everything is sent, and more is sold. @returns the sales in
 * the backup, and all sales
 */
async function backUpUnderLoad(): Promise<{ readonly inBackup: readonly number[]; readonly all: readonly number[] }> {
  const gateway = await start({ RESIT_DISPATCH: 'off' })
  const early = Array.from({ length: 10 }, (_, at) => at + 1)
  for (const n of early) await sell(gateway.port, n)
  const [backedUp] = await Promise.all([
    ask(gateway.port, '/operator/v1/backup', { file: join(dataDir, 'copy.db') }),
    ...Array.from({ length: 10 }, (_, at) => sell(gateway.port, 11 + at)),
  ])
  expect(backedUp.status).toBe(200)
  expect(await gateway.stop()).toBe(0)
  const sending = await start()
  for (let n = 21; n <= 25; n += 1) await sell(sending.port, n)
  const all = Array.from({ length: 25 }, (_, at) => at + 1)
  await areValid(sending.port, all)
  expect(await sending.stop()).toBe(0)
  const copy = new Database(join(dataDir, 'copy.db'))
  const guids = new Set(copy.prepare('SELECT sale_guid FROM record').pluck().all())
  copy.close()
  const inBackup = all.filter((n) => guids.has(guidOf(n)))
  // The backup contains all sales that were acknowledged before it began. None of them was sent then.
  expect(inBackup).toEqual(expect.arrayContaining(early))
  return { inBackup, all }
}

describe('a backup that is put back', () => {
  test('sends nothing a second time: the continuous copy has what was sold since (ST13, ST20)', async () => {
    const { all } = await backUpUnderLoad()
    expect(there()).toEqual(all.map(numberOf).toSorted())
    const restored = resit('restore')
    expect(restored).toMatchObject({ status: 0, stderr: '' })
    const kept = readdirSync(dataDir).find((name) => name.startsWith('resit.db.set-aside-'))
    expect(kept).toBeDefined()
    expect(restored.stdout).toContain(kept)
    const again = await start()
    await areValid(again.port, all)
    await sell(again.port, 26)
    await areValid(again.port, [26])
    expect(await again.stop()).toBe(0)
    expect(there()).toEqual([...all, 26].map(numberOf).toSorted())
    expect(resit('verify').status).toBe(0)
  })

  test('that is older than the last sale has everything unsent looked up first, and what is found goes to a person (ST13)', async () => {
    const { inBackup, all } = await backUpUnderLoad()
    expect(resit('restore', 'copy.db').status).toBe(0)
    const again = await start()
    for (const n of inBackup) expect(await statusOf(again.port, n)).toBe('InProgress')
    expect(there()).toHaveLength(all.length)
    const trusted = resit('trust', '--reason', 'The disk was replaced')
    expect(trusted).toMatchObject({ status: 0 })
    // They are found by their numbers. Whether the bytes are the same is not known here any more.
    for (const n of inBackup) await expect.poll(() => attentionOf(again.port, n)).toMatchObject({ CODE: 'conflict' })
    expect(await again.stop()).toBe(0)
    expect(there()).toEqual(all.map(numberOf).toSorted())
  })
})

test('an owner brings the continuous copy back with one call, and everything goes on (ST10)', async () => {
  const gateway = await start()
  await sell(gateway.port, 1)
  await areValid(gateway.port, [1])
  expect((await ask(gateway.port, '/operator/v1/restore', { file: null })).status).toBe(200)
  const restored = async () => {
    const told = await ask(gateway.port, '/operator/v1/installations').catch(() => null)
    return told?.body['restored'] ?? null
  }
  await expect.poll(restored).toMatchObject({ file: null, refusal: null })
  await areValid(gateway.port, [1])
  await sell(gateway.port, 2)
  await areValid(gateway.port, [1, 2])
  expect(there()).toEqual([1, 2].map(numberOf).toSorted())
})

describe('what must not be put back is refused, and the database stays what it is:', () => {
  beforeEach(async () => {
    const gateway = await start()
    await sell(gateway.port, 1)
    await areValid(gateway.port, [1])
    await gateway.stop()
  })

  const expectRefusal = (file: string, status: number, says: RegExp) => {
    const before = readFileSync(join(dataDir, 'resit.db'))
    const answer = resit('restore', file)
    expect(answer).toMatchObject({ status, stdout: '' })
    expect(answer.stderr).toMatch(says)
    const names = readdirSync(dataDir)
    expect(names.filter((name) => /restoring|set-aside/.test(name))).toEqual([])
    expect(readFileSync(join(dataDir, 'resit.db')).length).toBe(before.length)
  }

  test('a file that is not there, a folder, or no database, or another program’s', () => {
    expectRefusal('nowhere.db', 4, /no file/)
    mkdirSync(join(dataDir, 'folder'))
    expectRefusal('folder', 4, /a folder where a file is needed: .*folder\. Name the file in it/)
    writeFileSync(
      join(dataDir, 'text.db'),
      'not a database, only a text that is long enough to be looked at. '.repeat(40),
    )
    expectRefusal('text.db', 4, /not a database/)
    const other = new Database(join(dataDir, 'other.db'))
    other.exec('CREATE TABLE theirs (a)')
    other.close()
    expectRefusal('other.db', 4, /not a backup of Resit/)
  })

  test('one of a newer Resit, a damaged one, and one of another authority', () => {
    const copyWith = (name: string, change: (copy: Database.Database) => unknown) => {
      copyFileSync(join(dataDir, 'resit.db'), join(dataDir, name))
      const copy = new Database(join(dataDir, name))
      change(copy)
      copy.close()
    }
    copyWith('newer.db', (copy) => copy.pragma('user_version = 99990'))
    expectRefusal('newer.db', 4, /newer Resit/)
    copyWith('live.db', (copy) =>
      copy.exec("UPDATE setting SET value = 'myinvois production' WHERE name = 'authority'"),
    )
    expectRefusal('live.db', 4, /belongs to “myinvois production”/)
    copyWith('damaged.db', (copy) => copy.pragma('journal_mode = DELETE'))
    const bytes = readFileSync(join(dataDir, 'damaged.db'))
    writeFileSync(join(dataDir, 'damaged.db'), bytes.fill(0xa5, 5 * 4096, 12 * 4096))
    expectRefusal('damaged.db', 4, /damaged|not a database/)
  })

  test('anything at all while a gateway runs', async () => {
    copyFileSync(join(dataDir, 'resit.db'), join(dataDir, 'copy.db'))
    const gateway = await start()
    const answer = resit('restore', 'copy.db')
    expect(answer).toMatchObject({ status: 3, stdout: '' })
    expect(answer.stderr).toContain('stop it first')
    expect(await statusOf(gateway.port, 1)).toBe('Valid')
    expect(existsSync(join(dataDir, 'resit.db.restoring'))).toBe(false)
  })
})
