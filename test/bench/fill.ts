import { join } from 'node:path'
import { Cursors } from '../../electron/gateway/features/records/cursors.ts'
import { openDataDir } from '../../electron/gateway/installation/data-dir.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { JournalOptions } from '../../electron/gateway/store/journal/journal.ts'
import { sealFor } from '../../electron/gateway/store/journal/seal.ts'
import type { Insertion } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { companyGuid } from '../support/till.ts'
import { bodyOf } from './receipt.ts'

/** Puts so many waiting records of today into a store, by its own writes, while no gateway runs. */
export async function fill(dataDir: string, count: number, run: string): Promise<void> {
  const store = openSqliteStore(join(dataDir, 'resit.db'), await journalOf(dataDir))
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

/** The journal as the gateway of that directory keeps it. */
export async function journalOf(
  dataDir: string,
  over: Pick<JournalOptions, 'fullBytes'> = {},
): Promise<JournalOptions> {
  const { journal: directory, secrets } = openDataDir(dataDir)
  const seal = await sealFor(directory, { secrets: secretsInFile(secrets), randomness: systemRandomness })
  return { directory, seal, now: Date.now(), ...over }
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

/** The link to the page that begins after so many records, as the gateway itself would have given it. */
export async function cursorAfter(
  dataDir: string,
  seq: number,
): Promise<{ readonly day: string; readonly cursor: string }> {
  const key = (await secretsInFile(join(dataDir, 'secrets.json')).get('installation/key')) ?? ''
  const day = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
  const inputs = { companyGuid, family: 'sale', kind: 'invoice', from: day, to: day, outletName: null } as const
  return { day, cursor: new Cursors(key).write({ day, seq, pageSize: 25 }, inputs) }
}
