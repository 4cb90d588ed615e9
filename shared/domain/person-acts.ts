import { isReleasable } from './decide-release.ts'
import { isResolvable } from './decide-resolution.ts'
import { isUnconfirmed } from './decide-unconfirmed.ts'
import type { Instant, RecordState } from './record.ts'
import { workOf } from './status.ts'

/** What a person can do with a record on the screens, beside voiding and cancelling it. */
export const personActs = ['look_up', 'release', 'resolve', 'close', 'resend'] as const
export type PersonAct = (typeof personActs)[number]

/** The acts that would not be refused for how the record stands. */
export function personActsFor(record: RecordState, now: Instant): readonly PersonAct[] {
  const isOpenInvalid = record.phase === 'invalid' && !record.consolidated && !record.closed
  const may: Readonly<Record<PersonAct, boolean>> = {
    look_up: lookUpWorkOf(record) !== null || isUnconfirmed(record, now),
    release: isReleasable(record),
    resolve: isResolvable(record, 'not_valid'),
    close: isOpenInvalid,
    resend: isOpenInvalid,
  }
  return personActs.filter((act) => may[act])
}

/** The work by which the gateway finds out about what it does not know; null where it knows. */
export function lookUpWorkOf(record: RecordState): 'look_up' | 'cancel' | null {
  const work = workOf(record)
  if (work === 'look_up') return work
  return work === 'cancel' && record.cancellation?.state === 'unknown' ? work : null
}
