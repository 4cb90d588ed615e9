import type { RecordEvent } from '../../../shared/domain/event.ts'

/**
 * Names under which the authority has documents that are known not to be the one that is looked for: of earlier
 * revisions, and of copies that it called duplicates. The one that it gave the document and then showed no more is not
 * among them.
 * @param events of the record, all of them
 */
export function otherUuids(events: readonly RecordEvent[]): ReadonlySet<string> {
  const others = new Set<string>()
  /** Since the last correction: name by name, whether it may still be the document. */
  let own = new Set<string>()
  let last: string | null = null
  for (const event of events) {
    if ('uuid' in event) {
      last = event.uuid
      others.add(last)
    } else if (event.type === 'doubted' && last !== null) {
      if (event.reason === 'not_shown') own.add(last)
      else own.delete(last)
    } else if (event.type === 'revised' || event.type === 'resent') own = new Set()
  }
  for (const uuid of own) others.delete(uuid)
  return others
}
