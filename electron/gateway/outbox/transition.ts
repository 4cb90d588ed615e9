import type { Attempt, AttemptOutcome } from '../../../shared/domain/attempt.ts'
import type { Happens, Received, RecordEvent, Unchanged } from '../../../shared/domain/event.ts'
import { evolve } from '../../../shared/domain/evolve.ts'
import type { Instant, RecordState } from '../../../shared/domain/record.ts'
import type { Records, Stored, Update } from '../store/port/records.ts'

type LivingEvent = Exclude<RecordEvent, Received>
export type Decide = (record: RecordState) => Happens<LivingEvent> | Unchanged

export interface Extras {
  /** When the gateway next has something to do for the record as it then is. */
  readonly dueAt?: (record: RecordState) => Instant
  readonly attempt?: Attempt
  /** What happens first where the record is claimed, together with it or not at all. */
  readonly beforeClaim?: Decide
  readonly outcome?: AttemptOutcome
  readonly mostInBatch?: number
  readonly by?: string
  /** What was found out about a record is of no use for what has become of it since: then nothing happens. */
  readonly onlyAsRead?: boolean
}

/**
 * Decides on a record and stores what happens, on the record as it is by then, or only as it was read.
 * @returns the record after it; null where nothing happens to it (any more)
 */
export async function transition(
  records: Records,
  start: Stored,
  decide: Decide,
  extras: Extras = {},
): Promise<Stored | null> {
  for (let was: Stored | null = start; was; was = await records.byGuid(start.record.saleGuid)) {
    const decision = decide(was.record)
    if (decision.kind === 'unchanged') return null
    const before = beforeClaimOf(was, decision.event, extras)
    const next = updateFor(before ? { ...was, record: evolve(was.record, before.event) } : was, decision.event, extras)
    const written = await records.write({ writes: before ? [before, next] : [next] })
    if (written.ok) return written.stored.at(-1) ?? null
    // A person has to look first; the record stays as it is until then.
    if (written.why === 'untrusted' || extras.onlyAsRead) return null
  }
  return null
}

function beforeClaimOf(was: Stored, event: LivingEvent, { beforeClaim }: Extras): Update | null {
  const decision = event.type === 'claimed' ? beforeClaim?.(was.record) : undefined
  return decision?.kind === 'happens' ? updateFor(was, decision.event, {}) : null
}

function updateFor(was: Stored, event: LivingEvent, extras: Extras): Update {
  const { dueAt, by, attempt, beforeClaim: _, onlyAsRead: _as, ...rest } = extras
  // An attempt exists only where the record was claimed for it.
  const claim = event.type === 'claimed' && attempt ? { attempt } : {}
  const at = dueAt?.(evolve(was.record, event)) ?? null
  return { kind: 'update', was, event, by: by ?? null, dueAt: at, ...claim, ...rest }
}
