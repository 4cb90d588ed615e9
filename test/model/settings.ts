import type { Setting } from './world.ts'

/** The published rules: duplicates are found for a while, and a search may miss a document for ever. */
const published: Setting = {
  detectsDuplicates: true,
  searchLag: null,
  repeatsRequests: false,
  answersLast: 1,
  hasForeignDocument: false,
  attempts: 2,
  revisions: 1,
  records: 1,
  cancels: false,
  cancelsElsewhere: false,
  losesRight: false,
  personDecides: false,
}

/** The worlds that are explored to their end, each small enough for that. */
export const settings = {
  'three attempts': { ...published, attempts: 3, repeatsRequests: true },
  'corrected and sold again': { ...published, revisions: 2, records: 2 },
  /** The least the protocol needs by itself: a search that shows everything before the second look-up that counts. */
  'no duplicates detected': { ...published, attempts: 3, detectsDuplicates: false, searchLag: 2 },
  'answers long after': { ...published, answersLast: 4 },
  'a stranger under our number': { ...published, attempts: 1, hasForeignDocument: true },
  'a person decides': { ...published, hasForeignDocument: true, personDecides: true },
  'a sender that loses the right': { ...published, losesRight: true },
  'a sender that loses the right, and no duplicates detected': {
    ...published,
    detectsDuplicates: false,
    searchLag: 2,
    losesRight: true,
  },
  'a sender that loses the right while it cancels': { ...published, attempts: 1, cancels: true, losesRight: true },
  cancellation: { ...published, attempts: 1, cancels: true, cancelsElsewhere: true },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings
