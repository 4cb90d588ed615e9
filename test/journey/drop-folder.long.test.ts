import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LedgerStore } from '../../electron/gateway/authority/practice/ledger.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { judge } from '../faults/oracle.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { expectClean } from '../support/expect-clean.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { mountSmallDisk, noMount, unmount } from '../support/mounts.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { invoice } from '../support/till.ts'

if (noMount !== null) console.warn(`SKIPPED: a folder on a full disk cannot be made here: ${noMount}`)

// A longer limit for several processes in turn on a busy computer.
const patience = { timeout: hangMs }

let place: string
let folder: string
const running: GatewayProcess[] = []
const mounted: string[] = []
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-drop-'))
  folder = join(place, 'drop')
  mkdirSync(folder)
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  for (const path of mounted.splice(0)) unmount(path)
  rmSync(place, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<GatewayProcess> {
  const drop = { RESIT_DROP_DIR: folder, RESIT_DROP_LOOK_MS: '10', RESIT_LOG_LEVEL: 'error' }
  const gateway = await spawnGateway(join(place, 'house'), { ...brisk, ...drop, ...env })
  running.push(gateway)
  return gateway
}

const sales = Array.from({ length: 6 }, (_, at) => `R-${at}.json`)

/** Without a SALE_GUID: a file that comes twice is recognised by its business key. */
function leave(names: readonly string[]): void {
  for (const name of names) {
    writeFileSync(join(place, name), JSON.stringify(invoice(name)))
    renameSync(join(place, name), join(folder, name))
  }
}

const answerTo = (name: string): WireRecord | null => {
  const file = join(folder, `${name}.answer.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WireRecord) : null
}

const statuses = () => sales.map((name) => answerTo(name)?.STATUS)
const allValid = sales.map(() => 'Valid')

/** The folder, the gateway and the authority must have the same six sales, each once. */
async function compare(): Promise<void> {
  expect(
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(sales.flatMap((name) => [`${name}.answer.json`, `${name}.done`]).sort())
  const saleGuids = sales.map((name) => answerTo(name)?.SALE_GUID ?? name)
  expect(new Set(saleGuids).size).toBe(sales.length)
  const house = join(place, 'house')
  const ledger = new LedgerStore(join(house, 'practice.db'))
  const store = openSqliteStore(join(house, 'resit.db'))
  try {
    expect(await store.records.changedAfter(0, { companyGuid: null }, 100)).toHaveLength(sales.length)
    const judgement = await judge({ store, documents: ledger.documents(), saleGuids, cancelledOnPortal: new Set() })
    expectClean(judgement, { Valid: sales.length })
  } finally {
    ledger.close()
    await store.upkeep.close()
  }
}

describe('the drop folder of a gateway that dies', () => {
  test.each([
    'submission_stored:1',
    'drop_submitted:1',
    'drop_submitted:4',
    'drop_answered:1',
    'drop_answered:5',
    'answered:1',
  ])('at %s loses no document and submits none twice', async (crashAt) => {
    leave(sales)
    const { child } = await start(dyingAt(crashAt))
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    const second = await start()
    await expect.poll(statuses, patience).toEqual(allValid)
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.done')), patience).toHaveLength(6)
    await second.stop()
    await compare()
  })

  test('again and again, whenever it may be, comes to the same', async () => {
    leave(sales)
    for (const sale of sales) {
      const gateway = await start()
      // The gateway is working on this sale, until its answer is there.
      await expect.poll(() => answerTo(sale), patience).not.toBeNull()
      await gateway.stop('SIGKILL')
    }
    const last = await start()
    await expect.poll(statuses, patience).toEqual(allValid)
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.done')), patience).toHaveLength(6)
    await last.stop()
    await compare()
  })
})

describe.skipIf(noMount !== null)('the drop folder on a full disk', () => {
  test('keeps its documents until there is room for the answers', async () => {
    mountSmallDisk(folder, 1)
    mounted.push(folder)
    leaveOn(folder)
    const full = join(folder, '.ballast')
    fill(full)
    const gateway = await start({ RESIT_LOG_LEVEL: 'warn' })
    await expect.poll(() => gateway.stderr(), patience).toContain('a document of the drop folder waits')
    expect(sales.map(answerTo)).toEqual(sales.map(() => null))
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(sales))
    rmSync(full)
    await expect.poll(statuses, patience).toEqual(allValid)
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.done')), patience).toHaveLength(6)
    await gateway.stop()
    await compare()
  })
})

const leaveOn = (disk: string): void => {
  for (const name of sales) {
    writeFileSync(join(disk, `${name}.tmp`), JSON.stringify(invoice(name)))
    renameSync(join(disk, `${name}.tmp`), join(disk, name))
  }
}

/** Until not one more byte fits. */
function fill(file: string): void {
  for (let bytes = 1 << 20; bytes >= 1; bytes >>= 1)
    for (;;)
      try {
        writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
      } catch {
        break
      }
}
