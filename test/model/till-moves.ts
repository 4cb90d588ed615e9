import type { HoldReason } from '../../shared/domain/decide-submission.ts'
import { receive } from '../../shared/domain/evolve.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { aContent, anIdentity, received } from '../support/records.ts'
import { after, eachRecord, happen, isStale, recordOf } from './change.ts'
import type { Law } from './law.ts'
import type { Move, Setting, World } from './world.ts'

/** A record that was just received: the first or the second of the sale. */
export const newRecord = (of: number): RecordState =>
  receive(received({ at: 0, identity: anIdentity({ saleGuid: `sale-${of}` }), content: aContent({ issuedAt: 0 }) }))

/** Requests of tills and supervisors at any time: a void, a repeated sale, a correction, a note that waits. */
export function* tillMoves(law: Law, world: World, setting: Setting): Iterable<Move> {
  yield* voids(law, world)
  yield* submissions(law, world, setting)
  for (const [of, record] of eachRecord(world))
    for (const originals of ['waits_for_original', null, 'original_not_valid'] as const satisfies readonly HoldReason[])
      yield {
        name: `originals of ${of} ${originals ?? 'ready'}`,
        to: after(law, world, of, law.decideHold(record, originals, 0)),
      }
}

/** Reading and writing are two steps. The first writer wins, and the other must notice (interface 3). */
function* voids(law: Law, world: World): Iterable<Move> {
  const { voiding } = world
  if (!voiding) {
    for (const [of, was] of eachRecord(world))
      if (law.decideVoid(was, command).kind === 'happens')
        yield { name: `void ${of} reads`, to: { ...world, voiding: { of, was } } }
    return
  }
  const { of, was } = voiding
  const free = { ...world, voiding: null }
  const decision = law.decideVoid(was, command)
  const isLost = decision.kind !== 'happens' || (law.comparesVersions && isStale(world, of, was))
  yield { name: `void ${of} writes`, to: isLost ? free : happen(law, free, { of, was }, decision.event) }
}

const command = { by: 'person:Aini', at: 0 }

/** The sale again, under the same GUID or a new one, with another body. The same body changes nothing. */
function* submissions(law: Law, world: World, { records, revisions }: Setting): Iterable<Move> {
  const live = world.records.find(({ phase }) => phase !== 'voided') ?? null
  const voidedByKey = live ? null : (world.records.at(-1) ?? null)
  for (const [of, byGuid] of eachRecord(world)) {
    const known = { byGuid, byKey: live, voidedByKey, isSameBody: false, isBodyBeforeConversion: false }
    const decision = law.decideSubmission({ identity: byGuid, namesGuid: true }, known)
    if (decision.kind === 'revises' && byGuid.revision < revisions)
      yield {
        name: `correct ${of}`,
        to: happen(
          law,
          world,
          { of, was: byGuid },
          { type: 'revised', at: 0, content: aContent({ issuedAt: 0 }), holds: null },
        ),
      }
  }
  const identity = recordOf(world, 0)
  const known = { byGuid: null, byKey: live, voidedByKey, isSameBody: false, isBodyBeforeConversion: false }
  const decision = law.decideSubmission({ identity, namesGuid: true }, known)
  if (decision.kind === 'receives' && world.records.length < records)
    yield { name: 'sell again', to: { ...world, records: [...world.records, newRecord(world.records.length)] } }
}
