import { travelsInAnother } from './decide-consolidation.ts'
import type { RecordState } from './record.ts'

/**
 * What the gateway still has to do for a record by itself. `settle`: it asked and has not stored the answer yet;
 * whoever finds that at start knows that the answer is lost. `release`: it waits for other records. `link`: it is valid,
 * and the authority has not shown yet where anybody can see that.
 */
export const works = ['send', 'settle', 'poll', 'look_up', 'cancel', 'release', 'link'] as const
export type Work = (typeof works)[number]

export function workOf(record: RecordState): Work | null {
  switch (record.phase) {
    case 'queued':
      return travelsInAnother(record) || !record.submissionEnabled ? null : 'send'
    case 'submitted':
      return 'poll'
    case 'unknown':
    case 'conflict':
      return 'look_up'
    case 'sending':
      return 'settle'
    case 'valid':
      return workOfCancellation(record) ?? workOfLink(record)
    case 'held':
      return record.attention === 'waits_for_original' ? 'release' : null
    case 'invalid':
    case 'voided':
    case 'cancelled':
      return null
  }
}

/** Members have their document's. */
const workOfLink = ({ authority, consolidatedInto }: RecordState): Work | null =>
  authority?.longId === '' && consolidatedInto === null ? 'link' : null

function workOfCancellation({ cancellation }: RecordState): Work | null {
  switch (cancellation?.state) {
    case 'requested':
    case 'unknown':
      return 'cancel'
    case 'asking':
      return 'settle'
    default:
      return null
  }
}
