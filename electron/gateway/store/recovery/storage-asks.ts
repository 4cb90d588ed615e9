import type { RecordEvent } from '../../../../shared/domain/event.ts'
import type { Store } from '../port/port.ts'
import type { Change, ListQuery } from '../port/records.ts'

/** A question to the store, by the names of its port. */
export interface StoreAsk {
  readonly area: keyof Store
  readonly method: string
  readonly args: readonly unknown[]
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** @returns the method that is asked for. @throws Error where the store has none of that name */
export function methodOf(store: Store, { area, method }: Pick<StoreAsk, 'area' | 'method'>): Method {
  const asked = (store[area] as unknown as Readonly<Record<string, Method>>)[method]
  if (!asked) throw new Error(`the store has no ${area}.${method}`)
  return asked
}

/** Everything that writes; what is not listed fails by itself where nothing can be written. */
const writing: { readonly [Area in keyof Store]?: readonly (keyof Store[Area])[] } = {
  records: ['write'],
  schedule: ['postpone', 'beginBuilds', 'endBuilds', 'advance', 'noLaterThan'],
  consolidations: ['consolidate', 'follow', 'begin', 'finish'],
  companies: ['save'],
  tokens: ['create', 'revoke', 'used', 'reported'],
  people: ['create', 'setPin', 'setRole', 'setDisabled', 'keepPin', 'countTry', 'forgetTries'],
  drafts: ['save', 'finish'],
  taxpayers: ['verified'],
  settings: ['set'],
  codes: ['refreshed'],
  acts: ['add'],
  shifts: ['open', 'close'],
  figures: ['sample'],
  reconciliations: ['begin', 'step'],
  webhooks: ['add', 'remove', 'takeUp', 'tried', 'replay'],
  journal: ['trust', 'proveOn', 'found'],
}

/**
 * What may look at many records for one answer. A reader of its own answers it where there are many, so that no sale
 * waits for it; what one sale asks is not here.
 */
const looking: { readonly [Area in keyof Store]?: readonly (keyof Store[Area])[] } = {
  records: ['list', 'count', 'range', 'shifts', 'soldBetween'],
  consolidations: ['tills', 'receipts', 'members', 'documents'],
  shifts: ['uncovered', 'documents', 'lateCount', 'closedOnes'],
  figures: ['tallies'],
  reconciliations: ['sentBetween'],
}

export function isLooking({ area, method, args }: StoreAsk): boolean {
  if (area === 'records' && method === 'list' && isPageOfAll(args[0] as ListQuery)) return false
  return (looking[area] as readonly string[] | undefined)?.includes(method) ?? false
}

/** As screens open with. It looks at no more than it answers, and is there before a reader could begin. */
function isPageOfAll({ now: _now, before: _place, limit: _most, ...narrowing }: ListQuery): boolean {
  return Object.values(narrowing).every((each) => (Array.isArray(each) ? each.length === 0 : (each ?? null) === null))
}

export const isWriting = ({ area, method }: StoreAsk): boolean =>
  (writing[area] as readonly string[] | undefined)?.includes(method) ?? false

const answersToCancel: readonly RecordEvent['type'][] = ['cancelled', 'cancel_refused', 'cancel_unsent']

/** Whether it writes down what the authority answered, which exists nowhere else. */
export function isAnswerOfAuthority({ area, method, args }: StoreAsk): boolean {
  if (area !== 'records' || method !== 'write') return false
  const [change] = args as readonly [Change]
  return change.writes.some(
    (write) => write.kind === 'update' && (write.outcome !== undefined || answersToCancel.includes(write.event.type)),
  )
}
