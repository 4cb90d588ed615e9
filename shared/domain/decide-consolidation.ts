import { type Happens, happens, type Unchanged, unchanged } from './decision.ts'
import type { RecordEvent } from './event.ts'
import type { Instant, RecordState } from './record.ts'

type Event<Type extends RecordEvent['type']> = Extract<RecordEvent, { type: Type }>

/** It is one of the receipts, and not the document made of them. */
export const isReceipt = ({ consolidated, members }: Pick<RecordState, 'consolidated' | 'members'>): boolean =>
  consolidated && members === 0

/** A consolidated document, which is sent like any other. */
export const isConsolidatedDocument = ({ members }: Pick<RecordState, 'members'>): boolean => members > 0

/** A receipt that no document has taken yet. */
export const isWaitingForConsolidation = (
  record: Pick<RecordState, 'consolidated' | 'members' | 'consolidatedInto' | 'phase'>,
): boolean => isReceipt(record) && record.consolidatedInto === null && record.phase === 'queued'

/** It is never sent by itself: it waits for its consolidated document, or is part of one. */
export const travelsInAnother = (record: Pick<RecordState, 'consolidated' | 'members' | 'consolidatedInto'>): boolean =>
  isReceipt(record) || record.consolidatedInto !== null

/** Takes a receipt, or a note that waits for one, into a document. */
export function decideMembership(
  record: RecordState,
  into: string,
  at: Instant,
): Happens<Event<'consolidated'>> | Unchanged {
  if (record.everSent || record.locked || record.consolidatedInto !== null) return unchanged
  // A receipt never goes by itself: confirmed as not received, it is known not to have become an e-invoice of its own.
  if (record.confirmedNotReceived && !isReceipt(record)) return unchanged
  const isWaitingNote =
    record.kind !== 'invoice' && record.phase === 'held' && record.attention === 'waits_for_original'
  return isWaitingForConsolidation(record) || isWaitingNote ? happens({ type: 'consolidated', into, at }) : unchanged
}

/**
 * A member follows its document: valid with it, and free for the next run where the document is refused, or cancelled on
 * the authority's portal.
 */
export function decideFollow(
  member: RecordState,
  document: RecordState,
  at: Instant,
): Happens<Event<'covered' | 'linked' | 'uncovered'>> | Unchanged {
  if (member.consolidatedInto !== document.saleGuid) return unchanged
  switch (document.phase) {
    case 'valid': {
      const { authority, validatedAt, firstSentAt, documentTime } = document
      if (!authority || validatedAt === null) return unchanged
      if (member.phase === 'valid' && member.authority?.longId === '' && authority.longId !== '')
        return happens({ type: 'linked', longId: authority.longId, at })
      if (member.phase !== 'queued') return unchanged
      const sentAt = firstSentAt ?? validatedAt
      return happens({
        type: 'covered',
        authority,
        validatedAt,
        sentAt,
        ...(documentTime !== null && { documentTime }),
        at,
      })
    }
    case 'invalid':
    case 'cancelled': {
      const isNote = member.kind !== 'invoice'
      const { saleGuid, phase } = document
      return happens({
        type: 'uncovered',
        from: saleGuid,
        because: phase,
        holds: isNote ? 'waits_for_original' : null,
        at,
      })
    }
    case 'queued':
    case 'held':
    case 'sending':
    case 'unknown':
    case 'conflict':
    case 'submitted':
    case 'voided':
      return unchanged
  }
}
