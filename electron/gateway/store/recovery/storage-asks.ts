import type { RecordEvent } from '../../../../shared/domain/event.ts'
import type { Store } from '../port/port.ts'
import type { Change, ListQuery } from '../port/records.ts'
import { type CallKind, storeCalls } from '../thread/asked-areas.ts'

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

const kindOf = ({ area, method }: Pick<StoreAsk, 'area' | 'method'>) =>
  (storeCalls[area] as Readonly<Record<string, CallKind>>)[method]

export function isLooking({ area, method, args }: StoreAsk): boolean {
  if (area === 'records' && method === 'list' && isPageOfAll(args[0] as ListQuery)) return false
  return kindOf({ area, method }) === 'looks'
}

/** As screens open with. It looks at no more than it answers, and is there before a reader could begin. */
function isPageOfAll({ now: _now, before: _place, limit: _most, ...narrowing }: ListQuery): boolean {
  return Object.values(narrowing).every((each) => (Array.isArray(each) ? each.length === 0 : (each ?? null) === null))
}

export const isWriting = (ask: StoreAsk): boolean => kindOf(ask) === 'writes'

const answersToCancel: readonly RecordEvent['type'][] = ['cancelled', 'cancel_refused', 'cancel_unsent']

/** Whether it writes down what the authority answered, which exists nowhere else. */
export function isAnswerOfAuthority({ area, method, args }: StoreAsk): boolean {
  if (area !== 'records' || method !== 'write') return false
  const [change] = args as readonly [Change]
  return change.writes.some(
    (write) => write.kind === 'update' && (write.outcome !== undefined || answersToCancel.includes(write.event.type)),
  )
}
