import { resolutionKinds } from '../../shared/domain/person-acts.ts'
import { after, eachRecord } from './change.ts'
import { findings } from './follow-moves.ts'
import { counted } from './invariants.ts'
import type { Law } from './law.ts'
import { type Move, rules, type Setting, type World } from './world.ts'

/**
 * records/decisions.ts: a person looks at the portal, which does not show requests on their way, and decides. The
 * authority is asked once more before the decision counts.
 */
export function* personMoves(law: Law, world: World, setting: Setting): Iterable<Move> {
  for (const [of, record] of eachRecord(world)) {
    // A person starts the look-up, or the gateway misses the document. Both can happen at any time.
    if (record.phase === 'submitted') yield { name: `a person doubts ${of}`, to: doubted(law, world, of) }
    for (const kind of resolutionKinds) {
      // A document that was refused was received too.
      const contrary = kind === 'not_received' ? world.ledger : counted(world)
      if (kind !== 'found' && contrary.some((entry) => entry.of === of)) continue
      for (const finding of record.attemptId === null ? [] : findings(law, world, of, setting)) {
        const resolution = { by: 'person:Aini', evidence: 'seen on the portal', at: 0, finding }
        const decided = after(law, world, of, law.decideResolution(record, kind, resolution, rules))
        const to = decided !== world && kind === 'not_received' ? vouchedFor(decided, of) : decided
        yield { name: `a person says of ${of}: ${kind}`, to }
      }
    }
  }
}

/** outbox/unconfirmed.ts: both events in one write. */
const doubted = (law: Law, world: World, of: number): World =>
  law.doubtUnconfirmed(0).reduce((now, event) => after(law, now, of, { kind: 'happens', event }), world)

const vouchedFor = (world: World, of: number): World => ({
  ...world,
  attempts: world.attempts.map((attempt) =>
    attempt.of === of ? { ...attempt, end: 'confirmed_not_received' } : attempt,
  ),
})
