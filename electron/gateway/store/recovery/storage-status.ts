import type { StorageState, StorageStatus } from '../port/journal.ts'
import type { StorageTrouble } from '../refusal.ts'

/** Every promise can be kept. */
export const soundStorage: StorageStatus = { state: 'sound', cause: null, isReserveSpent: false }

/** What keeps a store in this state from doing more. */
export const troubleIn = (state: StorageState): StorageTrouble => (state === 'sound' ? 'failing' : state)

/** The code of the error at the root. */
export function codeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : codeOf(thrown.cause)
}
