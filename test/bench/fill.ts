import { join } from 'node:path'
import { Cursors } from '../../electron/gateway/features/records/cursors.ts'
import { ensureDataDir } from '../../electron/gateway/installation/data-dir.ts'
import { makeSealKey, readSealKey } from '../../electron/gateway/installation/seal.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Insertion } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { companyGuid } from '../support/till.ts'
import { bodyOf } from './receipt.ts'

/** Adds waiting records of today to a store, by the store's own writes, while no gateway runs. */
export async function fill(dataDir: string, count: number, run: string): Promise<void> {
  const store = await openForPast(dataDir)
  const now = Date.now()
  const issuedAt = new Date(now - 60_000).toISOString()
  for (let at = 0; at < count; at += 1000) {
    const size = Math.min(1000, count - at)
    const writes = Array.from({ length: size }, (_, index) => insertion(`${run}-${at + index}`, now, issuedAt))
    const written = await store.records.write({ writes })
    if (!written.ok) throw new Error(`could not fill the store: ${written.why}`)
  }
  await store.upkeep.close()
}

/** Opens the store of a data directory with a seal, so that a gateway can start on it afterwards. */
export async function openForPast(dataDir: string): Promise<Store> {
  const { secrets } = ensureDataDir(dataDir)
  const ports = { secrets: secretsInFile(secrets), randomness: systemRandomness }
  if ((await readSealKey(ports)) === null) await makeSealKey(ports)
  return openSqliteStore(join(dataDir, 'resit.db'), { now: Date.now(), after: 0 })
}

function insertion(saleCode: string, now: number, issuedAt: string): Insertion {
  const identity = {
    saleGuid: systemRandomness.guid(),
    family: 'sale',
    kind: 'invoice',
    companyGuid,
    companyCode: 'DEMO',
    outletName: 'KLCC',
    terminalName: 'T1',
    shiftCode: 'BENCH',
    saleCode,
  } as const
  const content = {
    documentNumber: `KLCC-T1-BENCH-${saleCode}`,
    currencyCode: 'MYR',
    totalPayable: '212.00',
    issuedAt: Date.parse(issuedAt),
    consolidated: false,
  }
  const event = { type: 'received', at: now, identity, content, holds: null } as const
  const body = Buffer.from(JSON.stringify(bodyOf(saleCode, issuedAt)))
  return {
    kind: 'insert',
    event,
    by: 'bench',
    dueAt: now,
    day: dayOf(now, 'Asia/Kuala_Lumpur'),
    body,
    originals: [],
    mayFollowVoided: false,
  }
}

/** The link to the page after this many records, as a gateway makes it. */
export async function cursorAfter(
  dataDir: string,
  seq: number,
): Promise<{ readonly day: string; readonly cursor: string }> {
  const key = (await secretsInFile(join(dataDir, 'secrets.json')).get('installation/key')) ?? ''
  const day = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
  const inputs = { companyGuid, family: 'sale', kind: 'invoice', from: day, to: day, outletName: null } as const
  return { day, cursor: new Cursors(key).write({ day, seq, pageSize: 25 }, inputs) }
}
