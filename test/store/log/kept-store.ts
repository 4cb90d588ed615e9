import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { VerifyReport } from '../../../electron/gateway/store/port/journal.ts'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../../electron/gateway/store/port/records.ts'
import type { RunOptions } from '../../../electron/gateway/store/run.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { type EventType, transitions } from '../../../shared/domain/event.ts'
import type { Phase } from '../../../shared/domain/record.ts'
import { type EventOf, eventOf, noon } from '../../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../../support/stores.ts'

/** A store in a directory. */
export const openKept = (directory: string, over: Partial<RunOptions> = {}): Store =>
  openSqliteStore(join(directory, 'resit.db'), { now: noon, after: 0, ...over })

export const attempt = {
  id: 'attempt-1',
  batchId: 'b1',
  revision: 1,
  sha256: 'f'.repeat(64),
  payload: Buffer.from('{"Invoice":[]}'),
  documentTime: noon,
  claimedAt: noon,
  sendDeadline: noon + 60_000,
}

/** Records of each kind: sent, refused by the network and waiting, voided, and a note on the first. */
export async function fillShop(store: Store): Promise<void> {
  await store.companies.save(aCompany(), 'control')
  const first = await keep(store, insertion(1))
  const claimed = update(first, eventOf.claimed, { attempt })
  await store.records.write({ writes: [claimed] })
  const outcome = {
    attemptId: 'attempt-1',
    at: noon,
    outcome: { kind: 'accepted', uuid: 'UUID-1', submissionUid: 'SUB-1' } as const,
    httpStatus: 202,
    correlationId: 'C',
    answer: '{"submissionUid":"SUB-1"}',
  }
  await store.records.write({ writes: [update({ ...first, record: claimed.record }, eventOf.taken, { outcome })] })
  await happen(store, await keep(store, insertion(2)), eventOf.voided)
  await keep(store, insertion(3, { kind: 'credit_note' }, { originals: [first], holds: 'waits_for_original' }))
  await keep(store, insertion(4))
  await store.acts.add({ at: noon, by: 'person:Aini', type: 'something', facts: { of: 'note' } })
}

/** Copies the files to another directory, as a kill would leave them. */
export function copyAll(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
}

/** Runs SQL without the triggers, as a person with access to the file can. */
export function tamper(directory: string, sql: string): void {
  const database = new Database(join(directory, 'resit.db'))
  try {
    const triggers = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()
    const texts = database.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").pluck().all()
    database.pragma('foreign_keys = OFF')
    for (const name of triggers) database.exec(`DROP TRIGGER ${name}`)
    database.exec(sql)
    for (const text of texts) database.exec(text)
  } finally {
    database.close()
  }
}

export const codesOf = ({ findings }: Pick<VerifyReport, 'findings'>): readonly string[] =>
  findings.map(({ code }) => code)

type LivingType = Exclude<EventType, 'received'>

/** Events that need another record, or a number that must be unique. */
const needsAnother: readonly string[] = ['consolidated', 'converted']

/** All events that the table of transitions allows for a record. */
export const eventsFor = ({ record }: StoredRecord): readonly EventOf<LivingType>[] =>
  (Object.keys(transitions) as EventType[])
    .filter((type): type is LivingType => type !== 'received' && !needsAnother.includes(type))
    .filter((type) => (transitions[type].from as readonly Phase[]).includes(record.phase))
    .map((type) => (type === 'revised' ? { ...eventOf.revised, content: record } : eventOf[type]))
