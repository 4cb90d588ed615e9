import type { StorageStanding } from './port-journal.ts'

/** Every promise can be kept. */
export const soundStorage: StorageStanding = { state: 'sound', cause: null, isReserveSpent: false }
