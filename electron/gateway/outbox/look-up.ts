import { isConsolidatedDocument, isReceipt } from '../../../shared/domain/decide-consolidation.ts'
import { decideAfterLookUps, decideLookUp, type Finding } from '../../../shared/domain/decide-look-up.ts'
import type { Instant, RecordState } from '../../../shared/domain/record.ts'
import type { Authority, Doubt } from '../authority/port.ts'
import type { Company, Due } from '../store/port.ts'
import type { KeptEvent, Stored } from '../store/port-records.ts'
import { shownBefore } from './before-it.ts'
import { otherUuids } from './other-uuids.ts'
import type { OutboxParts } from './parts.ts'
import { conflictPauseMs, lookUpPauseMs } from './timing.ts'
import { transition } from './transition.ts'

/**
 * As many as one paged search of the authority answers, which is the same for one as for all: a backup of a shop with a
 * month of receipts must not take a search for every few of them.
 */
const mostDoubts = 10_000
/** Tills are heard in between. */
const mostAtOnce = 250

/** Of a consolidated document in doubt whose history does not say since when its oldest receipt waits. */
const longestWaitMs = 366 * 24 * 3_600_000

/** Documents of ours under one number that are looked through for the one a person names. */
const mostNamesakes = 5

/**
 * Looks for documents whose outcome is not known: found ones are adopted, ones that are provably not there go
 * again, the rest go to a person.
 * @param step called before each question to the authority
 * @returns the records that changed
 */
export async function lookUpDue(parts: OutboxParts, company: Company, step = () => {}): Promise<readonly Stored[]> {
  const { companyGuid } = company.profile
  const due = await parts.schedule.due('look_up', companyGuid, parts.clock.now(), mostDoubts)
  return due.length === 0 ? [] : lookUp({ ...parts, step }, company, due)
}

async function lookUp(
  parts: OutboxParts & { readonly step: () => void },
  company: Company,
  due: readonly Due[],
): Promise<readonly Stored[]> {
  const { clock, timing, schedule } = parts
  const doubts = await inParts(due, (stored) => doubtOf(parts, stored))
  const still = await stillThere(parts, company, doubts)
  const askedAt = clock.now()
  const open = doubts.filter(({ saleGuid }) => !still.has(saleGuid))
  const answer = open.length > 0 ? await parts.authority.lookUp(company.profile, open, parts.step) : noneOpen
  const askedMs = answer.kind === 'not_answered' ? (answer.askedMs ?? 0) : 0
  const pauseMs = ({ record, tries }: Due) => {
    if (record.phase === 'conflict') return Math.max(askedMs, conflictPauseMs(tries, timing))
    return Math.max(askedMs, lookUpPauseMs(false, false, timing))
  }
  const changed: Stored[] = []
  await inParts(due, async (stored) => {
    const finding = answer.kind === 'answered' ? answer.findings.get(stored.record.saleGuid) : undefined
    const after = finding && provesSomething(parts, finding) && (await settleDoubt(parts, stored, { finding, askedAt }))
    if (after) changed.push(after)
    if (!after || after.record.phase === 'unknown')
      await schedule.postpone('look_up', [stored.seq], clock.now() + pauseMs(stored))
  })
  return changed
}

const noneOpen = { kind: 'answered', findings: new Map<string, Finding>() } as const

/**
 * Conflicts of which what was found before is there still, and no more can be said: until a person decides they are not
 * searched for in all of the time that they may have been sent in. Whatever else shows is asked for in full.
 */
async function stillThere(
  { authority, step }: OutboxParts & { readonly step: () => void },
  { profile }: Company,
  doubts: readonly NearDoubt[],
): Promise<ReadonlySet<string>> {
  const near = doubts.flatMap(({ foundAt, ...doubt }) =>
    foundAt === null ? [] : [{ ...doubt, sentFrom: foundAt, sentTo: foundAt }],
  )
  if (near.length === 0) return new Set()
  const answer = await authority.lookUp(profile, near, step)
  // Not answered, nothing is known, and nothing more is asked for than they are.
  if (answer.kind === 'not_answered') return new Set(near.map(({ saleGuid }) => saleGuid))
  const unproven = [...answer.findings].filter(([, { kind }]) => kind === 'unproven')
  return new Set(unproven.map(([saleGuid]) => saleGuid))
}

async function inParts<Each, Result>(all: readonly Each[], deed: (each: Each) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < all.length; at += mostAtOnce)
    results.push(...(await Promise.all(all.slice(at, at + mostAtOnce).map(deed))))
  return results
}

/** Whether the quarantine is over is for our clock to say, and nothing found proves nothing before: not by a wrong one. */
const provesSomething = ({ authority }: OutboxParts, finding: Finding): boolean =>
  finding.kind !== 'nothing' || authority.clock.standing().kind !== 'wrong'

async function settleDoubt(
  { records, clock, timing, authority }: OutboxParts,
  stored: Stored,
  { finding, askedAt }: { readonly finding: Finding; readonly askedAt: Instant },
): Promise<Stored | null> {
  // What was not there when it was asked for may be there when the answer comes.
  const at = finding.kind === 'nothing' ? askedAt : clock.now()
  // The answer that found nothing has told the time.
  const rules = { ...timing, isClockRight: authority.clock.standing().kind === 'right' }
  const after = await transition(records, stored, (record) => decideLookUp(record, finding, at, rules), {
    dueAt: (record) =>
      record.phase === 'submitted' ? at : at + lookUpPauseMs(record.phase === 'conflict', false, timing),
  })
  if (after?.record.phase !== 'unknown') return after
  const before = after.record.firstSentAt === null ? await shownBefore(records, after.record) : 'nothing'
  if (before === 'open') return after
  const sending = { ...timing, isElsewhere: before === 'forgotten' }
  const decided = await transition(records, after, (record) => decideAfterLookUps(record, at, sending), {
    dueAt: (record) => (record.phase === 'conflict' ? at + lookUpPauseMs(true, false, timing) : at),
  })
  return decided ?? after
}

/**
 * Asks for one document now, for a person who waits.
 * @param uuid the authority's name of it where the person has one: nothing else that fits is meant
 * @returns what is there; null where the authority did not answer
 */
export async function lookUpNow(
  parts: OutboxParts,
  company: Company,
  { stored, uuid }: { readonly stored: Stored; readonly uuid: string | null },
): Promise<Finding | null> {
  const { authority, records } = parts
  const doubt = await doubtOf(parts, stored)
  const sent = (await records.attempts(stored.seq)).filter(
    ({ revision, outcome }) => revision === stored.record.revision && outcome?.kind !== 'unsent',
  )
  // One that went again as new may have arrived in either form.
  const digests = new Set([doubt.sha256, ...sent.map(({ sha256 }) => sha256)])
  const sentFrom = Math.min(doubt.sentFrom, ...sent.map(({ claimedAt }) => claimedAt))
  let isOther = false
  let unproven: Finding | null = null
  for (const sha256 of digests) {
    const leftOut = new Set(doubt.otherUuids)
    for (let tries = 0; tries < mostNamesakes; tries += 1) {
      const answer = await authority.lookUp(company.profile, [{ ...doubt, sha256, sentFrom, otherUuids: leftOut }])
      const finding = answer.kind === 'answered' ? answer.findings.get(doubt.saleGuid) : undefined
      if (!finding) return null
      if (finding.kind === 'same' && (uuid === null || isNamed(authority, finding, uuid))) return finding
      if (finding.kind === 'unproven') {
        // Where nothing is left to compare it with, a person's word is what there is.
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
function isNamed(authority: Authority, { uuid, submissionUid }: Found, given: string): boolean {
  const names = [uuid, authority.shown({ uuid, submissionUid, longId: '' }).uuid]
  return names.some((name) => name.toLowerCase() === given.toLowerCase())
}

type Found = Extract<Finding, { kind: 'same' | 'unproven' }>

interface NearDoubt extends Doubt {
  /** Of a conflict: when the authority received what was found that nothing is left to compare with. */
  readonly foundAt: Instant | null
}

async function doubtOf({ records }: OutboxParts, { seq, record }: Stored): Promise<NearDoubt> {
  const [attempts, events] = await Promise.all([records.attempts(seq), records.events(seq)])
  const last = attempts.filter(({ revision }) => revision === record.revision).at(-1)
  const saidFrom = record.firstSentAt ?? startOfRevision(record, events)
  const sentTo = record.doubtedAt ?? last?.claimedAt ?? saidFrom
  // Claimed by a clock that was ahead, doubted by one that was set right: it went after it came.
  const sentFrom = saidFrom > sentTo ? Math.min(record.submittedAt, sentTo) : saidFrom
  const conflict = events.findLast(({ event }) => event.type === 'conflicted')?.event
  const foundAt = conflict?.type === 'conflicted' ? conflict.receivedAt : undefined
  return {
    foundAt: record.phase === 'conflict' ? (foundAt ?? null) : null,
    saleGuid: record.saleGuid,
    documentNumber: record.documentNumber,
    family: record.family,
    kind: record.kind,
    // Of what no attempt here can have delivered, whatever is there was sent by what is forgotten.
    sha256: record.firstSentAt === null ? null : (last?.sha256 ?? null),
    totalPayable: record.totalPayable,
    currencyCode: record.currencyCode,
    sentFrom,
    sentTo,
    isInvalidOurs: !isReceipt(record),
    otherUuids: otherUuids(events.map(({ event }) => event)),
  }
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
