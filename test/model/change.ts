import { type Happens, type Refused, transitions, type Unchanged } from '../../shared/domain/event.ts'
import type { Phase, RecordState } from '../../shared/domain/record.ts'
import type { Law } from './law.ts'
import type { Attempt, LivingEvent, World } from './world.ts'

export type Decision = Happens<LivingEvent> | Unchanged | Refused

/** A transition that is not in the table of reliability 4.3. */
export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition'
}

/** The world after a decision about one of its records; the same world if nothing happens. */
export function after(law: Law, world: World, of: number, decision: Decision): World {
  return decision.kind === 'happens' ? happen(law, world, read(world, of), decision.event) : world
}

/** A record at the time when it was read. */
export interface Read {
  readonly of: number
  readonly was: RecordState
}

const read = (world: World, of: number): Read => ({ of, was: recordOf(world, of) })

/**
 * Applies an event to the record that it was decided on. The write fails if the record has changed since it was read.
 */
export function happen(law: Law, world: World, { of, was }: Read, event: LivingEvent): World {
  const record = evolve(law, was, event)
  return {
    ...world,
    records: world.records.with(of, record),
    named: namedAfter(world.named, was, event),
  }
}

/** As in outbox/look-up-query.ts: a document that was accepted and then not shown may still be the one. */
function namedAfter(named: readonly string[], was: RecordState, event: LivingEvent): readonly string[] {
  if ('uuid' in event) return [...named.filter((uuid) => uuid !== event.uuid), event.uuid].toSorted()
  const isOwn = event.type === 'outcome_unknown' && event.reason === 'not_shown'
  return isOwn ? named.filter((uuid) => uuid !== was.authority?.uuid) : named
}

function evolve(law: Law, was: RecordState, event: LivingEvent): RecordState {
  try {
    const record = law.evolve(was, event)
    const { from, to } = transitions[event.type]
    const isLegal = (from as readonly Phase[]).includes(was.phase) && (to === 'same' || isTo(record, to))
    if (!isLegal || record.version !== was.version + 1) throw new Error(`${event.type} of ${was.phase}`)
    return tidy(record)
  } catch (cause) {
    throw new IllegalTransition(`${event.type} of a record that is ${was.phase}`, { cause })
  }
}

const isTo = ({ phase }: RecordState, to: Phase) => phase === to || (to === 'queued' && phase === 'held')

/** Drops what cannot matter any more, so that worlds with the same future are equal. */
function tidy(record: RecordState): RecordState {
  const isDone = ['valid', 'invalid', 'voided', 'cancelled'].includes(record.phase)
  const doubt = record.doubt && { ...record.doubt, lookUps: Math.min(record.doubt.lookUps, 2) }
  return { ...record, doubt, firstSentAt: isDone ? null : record.firstSentAt }
}

export function recordOf({ records }: World, of: number): RecordState {
  const record = records[of]
  if (!record) throw new Error(`there is no record ${of}`)
  return record
}

export const ended = (world: World, id: string, end: Attempt['end']): World => ({
  ...world,
  attempts: world.attempts.map((attempt) => (attempt.id === id ? { ...attempt, end } : attempt)),
})

export const isStale = (world: World, of: number, was: RecordState): boolean =>
  recordOf(world, of).version !== was.version

export const eachRecord = ({ records }: World): readonly (readonly [number, RecordState])[] => [...records.entries()]
