import type { Instant } from '../../../../shared/domain/record.ts'
import type { KeptJournalLine, KeptSending } from '../../installation/journal-at-rest.ts'
import { masked } from '../records/attempt.ts'

/** What the head of a journal line says, as far as evidence needs it. */
export interface Head extends KeptSending {
  readonly line: number
  /** Absent where the line tells of an act, not of a document. */
  readonly event?: number
  readonly record?: number
  readonly revision?: number | null
  /** How many bytes of what stands behind the head the till sent. */
  readonly body?: number
  readonly at: Instant
  readonly type: string
  readonly by: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

export const headOf = (text: string): Head => JSON.parse(text) as Head

/** Events whose facts are times, codes and the authority's own names, and nobody's. */
const impersonal: ReadonlySet<string> = new Set([
  'held',
  'released',
  'restamped',
  'unsent',
  'taken',
  'doubted',
  'mistrusted',
  'not_found',
  'requeued',
  'conflicted',
  'found',
  'validated',
  'linked',
  'cancel_asked',
  'cancel_unsent',
  'cancel_doubted',
])

/** Whether a line can be shown byte for byte: it names nobody, and no body and no document stand behind it. */
export function isOpen({ rest }: Pick<KeptJournalLine, 'rest'>, head: Head): boolean {
  const { event, type, by, outcome } = head
  const answer = outcome?.answer ?? null
  return event !== undefined && rest.length === 0 && by === null && impersonal.has(type) && masked(answer) === answer
}

/** Who did it, without the name: a person, a till, or the gateway itself. */
export const kindOfActor = (by: string | null): string => by?.split(':')[0] ?? 'gateway'
