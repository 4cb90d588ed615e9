import { isConsolidatedDocument } from '../../../shared/domain/decide-consolidation.ts'
import type { RecordEvent } from '../../../shared/domain/event.ts'
import type { RecordState } from '../../../shared/domain/record.ts'
import type { Records } from '../store/port/records.ts'

/**
 * What the authority showed of the documents that were made of the same till and period before one: a document of
 * receipts that is forgotten here shows under the number of the first, and may hold what is in the later ones, made
 * after other settings or another split (reliability ST13).
 * @returns `forgotten` where one was found that nobody here knew, `open` where that is not known yet
 */
export async function shownBefore(
  records: Pick<Records, 'byKey' | 'events'>,
  record: RecordState,
): Promise<'nothing' | 'open' | 'forgotten'> {
  let isOpen = false
  for (const saleCode of codesBefore(record)) {
    const { live } = await records.byKey(record.family, record.kind, { ...record, saleCode })
    if (!live) continue
    const events = (await records.events(live.seq)).map(({ event }) => event)
    if (isForgotten(events)) return 'forgotten'
    isOpen ||= live.record.phase === 'unknown'
  }
  return isOpen ? 'open' : 'nothing'
}

/** The last one first: `C202610-002` and `C202610-001` before `C202610-003`. */
function codesBefore(record: RecordState): readonly string[] {
  const [, start = '', number = ''] = /^(C\d+-)(\d+)$/.exec(record.saleCode) ?? []
  if (!isConsolidatedDocument(record) || number === '') return []
  const numbers = Array.from({ length: Number(number) - 1 }, (_, at) => Number(number) - 1 - at)
  return numbers.map((each) => `${start}${String(each).padStart(3, '0')}`)
}

/** It was looked for because of what may be forgotten, and could not be settled without a person. */
function isForgotten(events: readonly RecordEvent[]): boolean {
  const mistrustedAt = events.findLastIndex(({ type }) => type === 'mistrusted')
  return mistrustedAt >= 0 && events.slice(mistrustedAt).some(({ type }) => type === 'conflicted')
}
