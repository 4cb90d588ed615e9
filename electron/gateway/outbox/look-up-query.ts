import { isConsolidatedDocument, isReceipt } from '../../../shared/domain/consolidation-rules.ts'
import type { LookUpResult } from '../../../shared/domain/decide-look-up.ts'
import type { RecordEvent } from '../../../shared/domain/event.ts'
import type { EpochMs, RecordState } from '../../../shared/domain/record.ts'
import type { Authority, LookUpQuery } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { KeptEvent, Records, StoredRecord } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'

/** The search span for a consolidated document in doubt, if its oldest receipt is not known. */
const longestWaitMs = 366 * 24 * 3_600_000

export async function lookUpQueryOf(
  { records }: { readonly records: Pick<Records, 'attempts' | 'events' | 'payload' | 'byNumber'> },
  stored: StoredRecord,
): Promise<LookUpQuery> {
  const { seq, record } = stored
  const [attempts, events] = await Promise.all([records.attempts(seq), records.events(seq)])
  const ofOthers = (await findSameNumber(records, stored)).flatMap((other) => other.record.authority?.uuid ?? [])
  const last = attempts.filter(({ revision }) => revision === record.revision).at(-1)
  const saidFrom = record.firstSentAt ?? startOfRevision(record, events)
  const sentTo = record.doubt?.since ?? last?.claimedAt ?? saidFrom
  // If the claim's clock was ahead, the record came in before it was sent.
  const sentFrom = saidFrom > sentTo ? Math.min(record.submittedAt, sentTo) : saidFrom
  return {
    saleGuid: record.saleGuid,
    documentNumber: record.documentNumber,
    family: record.family,
    kind: record.kind,
    // If no attempt was made here, a lost gateway may have sent it.
    sha256: record.firstSentAt === null ? null : (last?.sha256 ?? null),
    ...(last && { text: () => sentText(records, last.sha256) }),
    totalPayable: record.totalPayable,
    currencyCode: record.currencyCode,
    sentFrom,
    sentTo,
    isInvalidOurs: !isReceipt(record),
    otherUuids: new Set([...excludedUuidsOf(events.map(({ event }) => event)), ...ofOthers]),
  }
}

/** Documents of other suppliers with this number: for the authority the company is the issuer of all. */
export async function findSameNumber(records: Pick<Records, 'byNumber'>, { seq, record }: StoredRecord) {
  const named = record.family === 'self_billed' ? await records.byNumber(record) : []
  return named.filter((other) => other.seq !== seq && other.record.kind === record.kind)
}

async function sentText(records: Pick<Records, 'payload'>, sha256: string): Promise<string | null> {
  const bytes = await records.payload(sha256)
  return bytes && Buffer.from(bytes).toString('utf8')
}

/**
 * The earliest time at which this revision can have been sent. After a loss of history that is when it came in or was
 * corrected, unless an event says otherwise.
 */
function startOfRevision(record: RecordState, events: readonly KeptEvent[]): EpochMs {
  const presumedSent = events.findLast(({ event }) => event.type === 'presumed_sent')?.event
  if (presumedSent?.type === 'presumed_sent' && presumedSent.from !== undefined) return presumedSent.from
  if (isConsolidatedDocument(record)) return record.submittedAt - longestWaitMs
  const revised = events.findLast(({ event }) => event.type === 'revised' || event.type === 'resent')?.event
  return revised?.at ?? record.submittedAt
}

/**
 * Known other documents: earlier revisions and reported duplicates, but not the accepted document that the authority no
 * longer shows. @param events all of the record
 */
export function excludedUuidsOf(events: readonly RecordEvent[]): ReadonlySet<string> {
  const others = new Set<string>()
  /** Names since the last correction, and whether each may still be the document. */
  let own = new Set<string>()
  let last: string | null = null
  for (const event of events) {
    if ('uuid' in event) {
      last = event.uuid
      others.add(last)
    } else if (event.type === 'outcome_unknown' && last !== null) {
      if (event.reason === 'not_shown') own.add(last)
      else own.delete(last)
    } else if (event.type === 'revised' || event.type === 'resent') own = new Set()
  }
  for (const uuid of own) others.delete(uuid)
  return others
}

const mostNamesakes = 5

/**
 * Looks a document up for a person who waits.
 * @param uuid if the person names one, only that document counts @returns null if the authority did not answer
 */
export async function lookUpNow(
  deps: OutboxDeps,
  company: Company,
  { stored, uuid }: { readonly stored: StoredRecord; readonly uuid: string | null },
): Promise<LookUpResult | null> {
  const { authority, records } = deps
  const query = await lookUpQueryOf(deps, stored)
  const sent = (await records.attempts(stored.seq)).filter(
    ({ revision, outcome }) => revision === stored.record.revision && outcome?.kind !== 'unsent',
  )
  // A record that went again as new may have arrived in either form.
  const digests = new Set([query.sha256, ...sent.map(({ sha256 }) => sha256)])
  const sentFrom = Math.min(query.sentFrom, ...sent.map(({ claimedAt }) => claimedAt))
  const textOf = (sha256: string | null) => (sha256 === null ? {} : { text: () => sentText(records, sha256) })
  let isOther = false
  let unproven: LookUpResult | null = null
  for (const sha256 of digests) {
    const leftOut = new Set(query.otherUuids)
    for (let tries = 0; tries < mostNamesakes; tries += 1) {
      const answer = await authority.lookUp(company.profile, [
        { ...query, sha256, ...textOf(sha256), sentFrom, otherUuids: leftOut },
      ])
      const finding = answer.kind === 'answered' ? answer.findings.get(query.saleGuid) : undefined
      if (!finding) return null
      if (finding.kind === 'same' && (uuid === null || isNamed(authority, finding, uuid))) return finding
      if (finding.kind === 'unproven') {
        // If nothing can be compared, the person's word counts.
        if (uuid !== null && isNamed(authority, finding, uuid)) return { ...finding, kind: 'same' }
        unproven ??= finding
      }
      isOther ||= finding.kind !== 'nothing'
      if (finding.kind !== 'same' && finding.kind !== 'unproven') break
      leftOut.add(finding.uuid)
    }
  }
  if (unproven) return unproven
  return isOther ? { kind: 'other' } : { kind: 'nothing' }
}

/** By either name of the authority. */
function isNamed(authority: Authority, { uuid, submissionUid }: FoundResult, given: string): boolean {
  const names = [uuid, authority.shown({ uuid, submissionUid, longId: '' }).uuid]
  return names.some((name) => name.toLowerCase() === given.toLowerCase())
}

type FoundResult = Extract<LookUpResult, { kind: 'same' | 'unproven' }>
