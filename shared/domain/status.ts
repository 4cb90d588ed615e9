import type { Phase, RecordState } from './record.ts'

/** What a till sees (interface 3, contract 4). */
export const statuses = ['Pending', 'InProgress', 'Valid', 'Invalid', 'Cancelled', 'Voided'] as const
export type Status = (typeof statuses)[number]

type StatusFacts = Pick<RecordState, 'phase' | 'everSent' | 'sentBefore' | 'confirmedNotReceived'>

/** Pending promises that no attempt can have been accepted, so a record that was ever sent is InProgress. */
export function statusOf(record: Pick<StatusFacts, 'phase' | 'everSent' | 'confirmedNotReceived'>): Status {
  switch (record.phase) {
    case 'queued':
    case 'held':
      return record.everSent || record.confirmedNotReceived ? 'InProgress' : 'Pending'
    case 'sending':
    case 'unknown':
    case 'conflict':
    case 'submitted':
      return 'InProgress'
    case 'valid':
      return 'Valid'
    case 'invalid':
      return 'Invalid'
    case 'voided':
      return 'Voided'
    case 'cancelled':
      return 'Cancelled'
  }
}

/** Something was sent and nobody knows what became of it. */
export function isInDoubt(record: StatusFacts): boolean {
  switch (record.phase) {
    case 'unknown':
    case 'conflict':
      return true
    case 'queued':
    case 'held':
      return record.everSent
    case 'sending':
      return record.sentBefore
    case 'submitted':
    case 'valid':
    case 'invalid':
    case 'voided':
    case 'cancelled':
      return false
  }
}

/** Pending, InProgress or Valid: a record that stands in the way of cancelling the document it refers to. */
export const isActive = (record: Pick<StatusFacts, 'phase'>): boolean => !inactivePhases.includes(record.phase)

export const inactivePhases: readonly Phase[] = ['invalid', 'voided', 'cancelled']
