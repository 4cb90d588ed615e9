import { isConsolidatedDocument, isReceipt } from '../../../shared/domain/consolidation-rules.ts'
import type { LookUpResult } from '../../../shared/domain/decide-look-up.ts'
import type { RecordEvent } from '../../../shared/domain/event.ts'
import type { Instant, RecordState } from '../../../shared/domain/record.ts'
import type { Authority, LookUpQuery } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { KeptEvent, Records, Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'

/** Of a consolidated document in doubt whose history does not say since when its oldest receipt waits. */
const longestWaitMs = 366 * 24 * 3_600_000

/** What is asked of the authority about a record whose outcome is not known, from all that happened to it here. */
export async function lookUpQueryOf(
  { records }: { readonly records: Pick<Records, 'attempts' | 'events' | 'payload' | 'byNumber'> },
  stored: Stored,
): Promise<LookUpQuery> {
  const { seq, record } = stored
  const [attempts, events] = await Promise.all([records.attempts(seq), records.events(seq)])
  const ofOthers = (await namesakesOf(records, stored)).flatMap((other) => other.record.authority?.uuid ?? [])
  const last = attempts.filter(({ revision }) => revision === record.revision).at(-1)
  const saidFrom = record.firstSentAt ?? startOfRevision(record, events)
  const sentTo = record.doubt?.since ?? last?.claimedAt ?? saidFrom
  // Claimed by a clock that was ahead, doubted by one that was set right: it went after it came.
  const sentFrom = saidFrom > sentTo ? Math.min(record.submittedAt, sentTo) : saidFrom
  return {
    saleGuid: record.saleGuid,
    documentNumber: record.documentNumber,
    family: record.family,
    kind: record.kind,
    // If no attempt here can have delivered it, what is there was sent by a gateway whose record is lost.
    sha256: record.firstSentAt === null ? null : (last?.sha256 ?? null),
    ...(last && { text: () => sentText(records, last.sha256) }),
    totalPayable: record.totalPayable,
    currencyCode: record.currencyCode,
    sentFrom,
    sentTo,
    isInvalidOurs: !isReceipt(record),
    otherUuids: new Set([...otherUuids(events.map(({ event }) => event)), ...ofOthers]),
  }
}

/** Other suppliers' documents under the same number: to the authority they have one issuer, which is the company. */
export async function namesakesOf(records: Pick<Records, 'byNumber'>, { seq, record }: Stored) {
  const named = record.family === 'self_billed' ? await records.byNumber(record) : []
  return named.filter((other) => other.seq !== seq && other.record.kind === record.kind)
}

async function sentText(records: Pick<Records, 'payload'>, sha256: string): Promise<string | null> {
  const bytes = await records.payload(sha256)
  return bytes && Buffer.from(bytes).toString('utf8')
}

/**
 * A mistrusted record may have been sent since it came in, or since it was last corrected, unless its history says
 * since when: a document of mistrusted receipts under the same number as one that was made of them before, a correction
 * as it was made before.
 */
function startOfRevision(record: RecordState, events: readonly KeptEvent[]): Instant {
  const mistrusted = events.findLast(({ event }) => event.type === 'mistrusted')?.event
  if (mistrusted?.type === 'mistrusted' && mistrusted.from !== undefined) return mistrusted.from
  if (isConsolidatedDocument(record)) return record.submittedAt - longestWaitMs
  const revised = events.findLast(({ event }) => event.type === 'revised' || event.type === 'resent')?.event
  return revised?.at ?? record.submittedAt
}

/**
 * Names under which the authority has documents that are known not to be the one that is looked for: of earlier
 * revisions, and of copies that it called duplicates. The one that it gave the document and then showed no more is not
 * among them.
 * @param events of the record, all of them
 */
export function otherUuids(events: readonly RecordEvent[]): ReadonlySet<string> {
  const others = new Set<string>()
  /** Since the last correction: name by name, whether it may still be the document. */
  let own = new Set<string>()
  let last: string | null = null
  for (const event of events) {
    if ('uuid' in event) {
      last = event.uuid
      others.add(last)
    } else if (event.type === 'doubted' && last !== null) {
      if (event.reason === 'not_shown') own.add(last)
      else own.delete(last)
    } else if (event.type === 'revised' || event.type === 'resent') own = new Set()
  }
  for (const uuid of own) others.delete(uuid)
  return others
}

/** Documents of ours under one number that are looked through for the one a person names. */
const mostNamesakes = 5

/**
 * Asks for one document now, for a person who waits.
 * @param uuid the authority's name of it if the person has one: nothing else that fits is meant
 * @returns what is there; null if the authority did not answer
 */
export async function lookUpNow(
  deps: OutboxDeps,
  company: Company,
  { stored, uuid }: { readonly stored: Stored; readonly uuid: string | null },
): Promise<LookUpResult | null> {
  const { authority, records } = deps
  const query = await lookUpQueryOf(deps, stored)
  const sent = (await records.attempts(stored.seq)).filter(
    ({ revision, outcome }) => revision === stored.record.revision && outcome?.kind !== 'unsent',
  )
  // One that went again as new may have arrived in either form.
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
        // If nothing is left to compare it with, a person's word is what there is.
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

/** By the authority's own name or the one that people are shown for it. */
function isNamed(authority: Authority, { uuid, submissionUid }: FoundResult, given: string): boolean {
  const names = [uuid, authority.shown({ uuid, submissionUid, longId: '' }).uuid]
  return names.some((name) => name.toLowerCase() === given.toLowerCase())
}

type FoundResult = Extract<LookUpResult, { kind: 'same' | 'unproven' }>
