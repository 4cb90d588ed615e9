import type { RecordEvent } from './event.ts'
import { type Happens, happens, type Refusal, type Refused, refused } from './event.ts'
import type { Instant, RecordState } from './record.ts'
import { statusOf } from './status.ts'

export interface VoidCommand {
  readonly by: string
  readonly at: Instant
}

type Voided = Extract<RecordEvent, { type: 'voided' }>

/** Void stops the gateway's own record before any byte of it may have left (interface 3 and 7, contract 7). */
export function decideVoid(record: RecordState, command: VoidCommand): Happens<Voided> | Refused {
  const denial = denialOfVoid(record)
  return denial ? refused(denial) : happens({ type: 'voided', by: command.by, at: command.at })
}

function denialOfVoid(record: RecordState): Refusal | null {
  if (record.consolidated || record.consolidatedInto !== null) return 'void_denied_consolidated'
  switch (statusOf(record)) {
    case 'Voided':
      return 'void_denied_locked'
    case 'InProgress':
      return 'void_denied_in_progress'
    case 'Valid':
      return 'void_denied_valid'
    case 'Cancelled':
      return 'void_denied_cancelled'
    case 'Invalid':
      return 'void_denied_invalid'
    case 'Pending':
      return record.locked ? 'void_denied_locked' : null
  }
}
