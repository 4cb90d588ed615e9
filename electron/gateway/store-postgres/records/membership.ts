import type { RecordEvent } from '../../../../shared/domain/event.ts'
import type { Ask } from '../ask.ts'

/** Keeps who belongs to which consolidated document, with the event that says so. */
export function keepMembership(ask: Ask, seq: number, event: RecordEvent): readonly Promise<unknown>[] {
  const stand = (state: 'covered' | 'released') =>
    ask("UPDATE consolidation_member SET state = $1 WHERE record_seq = $2 AND state <> 'released'", state, seq)
  if (event.type === 'covered') return [stand('covered')]
  if (event.type === 'uncovered') return [stand('released')]
  if (event.type !== 'consolidated') return []
  return [
    ask(
      `INSERT INTO consolidation_member (document_seq, record_seq, state)
       VALUES ((SELECT seq FROM record WHERE sale_guid = $1), $2, 'waiting')`,
      event.into,
      seq,
    ),
  ]
}
