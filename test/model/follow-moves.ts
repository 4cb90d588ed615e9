import type { LookUpResult } from '../../shared/domain/decide-look-up.ts'
import { givenUp } from './cancel-moves.ts'
import { after, eachRecord } from './change.ts'
import type { Law } from './law.ts'
import { orphaned } from './sender-moves.ts'
import { type Entry, type Move, rules, type Setting, type World } from './world.ts'

/** Moves by which the gateway learns: look-ups, polls, and its start after a crash. */
export function* followMoves(law: Law, world: World, setting: Setting): Iterable<Move> {
  for (const [of, record] of eachRecord(world)) {
    if (record.phase === 'unknown' || record.phase === 'conflict') {
      for (const finding of findings(law, world, of, setting))
        yield {
          name: `look up ${of}: ${finding.kind}`,
          to: after(law, world, of, law.decideLookUp(record, finding, 0, rules)),
        }
      yield { name: `after look-ups ${of}`, to: after(law, world, of, law.decideAfterLookUps(record, 0, rules)) }
    }
    const entry = world.ledger.find(({ uuid }) => uuid === record.authority?.uuid)
    if (entry && (record.phase === 'submitted' || record.phase === 'valid'))
      yield {
        // The gateway polls only submitted records. About others it may learn in other ways.
        name: `${record.phase === 'submitted' ? 'poll' : 'news of'} ${of}: ${entry.status}`,
        to: after(law, world, of, law.decideObservation(record, observed(entry), 0, rules)),
      }
  }
}

/** A crash while something is only in memory. At any other time a crash is like a pause. */
export function* crashMoves(law: Law, world: World): Iterable<Move> {
  const { isUp, sender, voiding, cancelling } = world
  if (!isUp) {
    // The outcomes of the attempts are not stored. The record itself says that it is in doubt.
    const attempts = world.attempts.map((attempt) =>
      attempt.end === 'open' ? { ...attempt, end: 'other' as const } : attempt,
    )
    let to: World = { ...world, isUp: true, attempts }
    for (const [of, record] of eachRecord(world)) to = after(law, to, of, law.decideAtStart(record, 0))
    yield { name: 'restart', to }
  } else if (sender.at !== 'idle' || voiding || cancelling.at !== 'idle')
    yield {
      name: 'crash',
      to: {
        ...givenUp(orphaned(world)),
        isUp: false,
        sender: { at: 'idle' },
        voiding: null,
        cancelling: { at: 'idle' },
        answers: [],
      },
    }
}

const shown = { pending: 'Submitted', valid: 'Valid', invalid: 'Invalid', cancelled: 'Cancelled' } as const

const observed = ({ uuid, status, isDouble, validFor }: Entry) => ({
  uuid,
  status: shown[status],
  longId: 'LONG',
  validatedAt: -validFor,
  errors: [],
  isOnlyDuplicate: isDouble,
})

/** All results that a search may have, the true one first. It may miss documents that it need not show yet. */
export function findings(law: Law, world: World, of: number, { searchLag }: Setting): readonly LookUpResult[] {
  const bytes = world.attempts.findLast((attempt) => attempt.of === of)?.bytes
  const candidates = world.ledger.filter(({ uuid }) => !world.named.includes(uuid))
  const seen: LookUpResult[] = []
  for (let missing = 0; missing < 2 ** candidates.length; missing += 1) {
    const isMissed = (at: number) => (missing & (1 << at)) !== 0
    const mayMiss = ({ age }: Entry) => searchLag === null || age < searchLag
    if (candidates.some((entry, at) => isMissed(at) && !mayMiss(entry))) continue
    const finding = findingIn(
      law,
      candidates.filter((_, at) => !isMissed(at)),
      bytes,
    )
    if (!seen.some((other) => JSON.stringify(other) === JSON.stringify(finding))) seen.push(finding)
  }
  return seen
}

/** Compares as authority/myinvois/look-up.ts does: valid documents first, and invalid ones by number alone. */
function findingIn({ comparesBytes }: Law, candidates: readonly Entry[], bytes: string | undefined): LookUpResult {
  const weight = ({ status }: Entry) => (status === 'invalid' ? 1 : 0)
  const found = candidates
    .toSorted((one, other) => weight(one) - weight(other))
    .find((entry) => entry.status === 'invalid' || !comparesBytes || entry.bytes === bytes)
  if (found) return { kind: 'same', uuid: found.uuid, submissionUid: '' }
  return candidates.length > 0 ? { kind: 'other' } : { kind: 'nothing' }
}
