import type { Database } from 'better-sqlite3'
import type { AttemptOutcome, Outcome } from '../../../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import type { RunInTransaction } from '../group-commit.ts'
import { emptyLogEnd, type LineHead, type LogEnd, selectLogEnd } from '../log/chain.ts'
import { isSameHash } from '../log/read-log.ts'
import type { Company, Token } from '../port/port.ts'
import type { StoredRecord, Write } from '../port/records.ts'
import type { LoggedOutcome } from '../rows/event-row.ts'
import { type RowWithCompany, selectWithCompany } from '../rows/record-row.ts'
import { actStep, raw, rowsOf, runSteps, sql, type WriteStep } from '../sql.ts'
import { companySteps } from '../tables/companies.ts'
import { writeRecords } from '../tables/record-writes.ts'
import { settingSteps } from '../tables/settings.ts'
import { uncheckedRecord } from '../tables/stored-of.ts'
import { creationSteps, revocationSteps } from '../tables/tokens.ts'

export interface ReplayDeps {
  readonly database: Database
  /** Writes without asking whether sending is allowed, because these events have happened. */
  readonly within: RunInTransaction
}

export interface CopiedLine {
  /** JSON. */
  readonly head: string
  readonly rest: Uint8Array
  readonly chain: Uint8Array
}

/**
 * Replays copied lines, inside a transaction. A line must end with the chain it was copied with; otherwise it and all
 * later ones are dropped. @returns how many lines were written
 */
export function prepareReplay(deps: ReplayDeps): (lines: Iterable<CopiedLine>) => number {
  const { database } = deps
  const last = database.prepare<[], LogEnd>(selectLogEnd.text)
  const replayEvent = prepareEventReplay(deps)
  const replayOne = database.transaction(({ head, rest, chain }: CopiedLine) => {
    const line = JSON.parse(head) as LineHead
    if (line.record === null) deps.within(() => runSteps(actSteps(line)))
    else replayEvent(line, line.record, rest)
    if (!isSameHash((last.get() ?? emptyLogEnd).chain, chain)) throw new Error(`line ${line.seq} comes out otherwise`)
  })
  return (lines) => {
    let count = 0
    for (const copied of lines) {
      try {
        replayOne(copied)
      } catch {
        // The line is damaged, so no later one can be checked.
        return count
      }
      count += 1
    }
    return count
  }
}

/**
 * Repeats an act from the subject of its line, as far as sending, showing and the access of tills need it. Keys and
 * PINs are in no line.
 */
function actSteps({ at, by, type, facts, beside }: LineHead): readonly WriteStep<string>[] {
  const who = by ?? ''
  const subject = beside?.subject
  switch (type) {
    case 'company_saved':
      return companySteps({ ...(subject as Pick<Company, 'profile' | 'rules'>), updatedAt: at }, who)
    case 'setting_changed':
      if (subject)
        return settingSteps({ name: String(facts['name']), ...(subject as { readonly value: string }) }, who, at)
      break
    case 'token_created':
      return creationSteps(
        { ...(facts as unknown as Pick<Token, 'id' | 'name' | 'scopes' | 'companyGuid'>), createdAt: at },
        (subject as { readonly sha256: string }).sha256,
        who,
      )
    case 'token_revoked':
      return revocationSteps(String(facts['id']), at, who)
  }
  return [actStep({ at, by: who, type, facts }, subject)]
}

function prepareEventReplay({ within }: ReplayDeps) {
  const storedAt = (seq: number): StoredRecord => {
    const [found] = within(() => rowsOf<RowWithCompany>(sql`${raw(selectWithCompany)} WHERE seq = ${seq}`))
    if (!found) throw new Error(`record ${seq} is not there`)
    return uncheckedRecord(found)
  }
  return (line: LineHead, record: number, rest: Uint8Array): void => {
    const write = writeOf(line, rest, () => storedAt(record))
    const written = within((transaction) => writeRecords(transaction, { writes: [write] }))
    if (!written.ok) throw new Error(written.why)
    if (written.stored[0]?.seq !== record) throw new Error(`it would be record ${written.stored[0]?.seq}`)
  }
}

function writeOf(
  { type, at, facts, by, revision, ...line }: LineHead,
  rest: Uint8Array,
  stored: () => StoredRecord,
): Write {
  const { attempt, outcome, beside = {} } = line
  const event = { ...facts, type, at } as RecordEvent
  const effects = {
    by,
    ...(revision !== null && { body: rest }),
    ...(beside.originals && { originals: beside.originals.map((seq) => ({ seq })) }),
  }
  if (event.type === 'received')
    return { kind: 'insert', event, day: beside.day ?? '', mayFollowVoided: true, ...effects }
  const was = stored()
  return {
    kind: 'update',
    was,
    event,
    ...effects,
    ...(attempt && { attempt: { ...attempt, payload: rest } }),
    ...(outcome && { outcome: outcomeOf(outcome) }),
  }
}

const outcomeOf = ({ kind, reason, ...told }: LoggedOutcome): AttemptOutcome => ({
  ...told,
  outcome: { kind, ...(reason !== null && { reason }) } as Outcome,
})
