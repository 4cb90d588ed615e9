import { isConsolidatedDocument, travelsInAnother } from './consolidation-rules.ts'
import type { LookUpResult, LookUpRules } from './decide-look-up.ts'
import type { RecordEvent } from './event.ts'
import { type Happens, happens, type Refused, refused } from './event.ts'
import type { Instant, RecordState } from './record.ts'

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>

/** What a person says of a record that cannot be decided by itself, and what the authority was asked first. */
export interface Resolution {
  readonly by: string
  /** What the person saw, and where; kept in the journal for ever. */
  readonly evidence: string
  /** When the authority was asked: it may have changed since, and has not before. */
  readonly at: Instant
  readonly finding: LookUpResult
}

/**
 * The three ways out of a conflict (reliability 4.3); none of them leads to a void.
 * `found`: the authority has it, and shows that it is ours · `not_received`: it goes again as new ·
 * `not_valid`: nothing of it counts, and nothing of it goes again unless somebody corrects or re-sends it.
 */
export const resolutions = ['found', 'not_received', 'not_valid'] as const
export type ResolutionKind = (typeof resolutions)[number]

type Resolved = Event<'adopted' | 'vouched' | 'disowned'>

/** A person's word decides only what the authority's cannot: what a look-up finds is adopted and nothing else. */
export function decideResolution(
  record: RecordState,
  kind: ResolutionKind,
  resolution: Resolution,
  rules: Pick<LookUpRules, 'quarantineMs'>,
): Happens<Resolved> | Refused {
  if (!isResolvable(record, kind)) return refused('resolution_denied_status')
  const { by, evidence, at, finding } = resolution
  if (kind === 'found') {
    if (finding.kind !== 'same') return refused('resolution_denied_not_found')
    const { uuid, submissionUid } = finding
    return happens({ type: 'adopted', by, evidence, uuid, submissionUid, at })
  }
  // What may be ours is not sent again, and not put aside; a person who names its UUID has it found.
  if (finding.kind === 'same' || finding.kind === 'unproven') return refused('resolution_denied_found')
  // Nobody can have seen that something which may still arrive did not.
  if (record.doubt && at < record.doubt.since + rules.quarantineMs) return refused('resolution_denied_quarantine')
  return happens({ type: kind === 'not_received' ? 'vouched' : 'disowned', by, evidence, at })
}

/**
 * One that was mistrusted and is nowhere to be found waits to go, and may have been voided without that being known.
 * One that a person confirmed as not received and that cannot be built any more has no other way out than a person's
 * word, and a consolidated document that cannot be built keeps its receipts until it counts for nothing.
 */
export const isResolvable = (record: RecordState, kind: ResolutionKind): boolean =>
  record.phase === 'conflict' ||
  (kind === 'not_valid' && record.phase === 'queued' && record.confirmedNotReceived && !travelsInAnother(record)) ||
  (kind === 'not_valid' && record.phase === 'held' && (record.confirmedNotReceived || isConsolidatedDocument(record)))
