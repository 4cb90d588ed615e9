import type { RecordEvent } from '../../../shared/domain/event.ts'
import type { Store } from './port.ts'
import type { Change } from './port-records.ts'

/** A question to the store, by the names of its port. */
export interface StoreAsk {
  readonly area: keyof Store
  readonly method: string
  readonly args: readonly unknown[]
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** Puts the question. @throws Error where the store has no such method; whatever it throws */
export async function put(store: Store, { area, method, args }: StoreAsk): Promise<unknown> {
  const deed = (store[area] as unknown as Readonly<Record<string, Method>>)[method]
  if (!deed) throw new Error(`the store has no ${area}.${method}`)
  return deed(...args)
}

/** Everything that writes; what is not listed fails by itself where nothing can be written. */
const writing: { readonly [Area in keyof Store]?: readonly (keyof Store[Area])[] } = {
  records: ['write'],
  schedule: ['postpone', 'beginBuilds', 'endBuilds', 'advance', 'noLaterThan'],
  consolidations: ['consolidate', 'follow', 'begin', 'finish'],
  companies: ['save'],
  tokens: ['create', 'revoke', 'used'],
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
