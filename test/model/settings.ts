import type { Setting } from './world.ts'

/** The published rules: duplicates are recognised for some time, and a search may never show a document. */
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

/** Worlds that are small enough to be explored completely. */
export const settings = {
  'three attempts': { ...published, attempts: 3, repeatsRequests: true },
  'corrected and sold again': { ...published, revisions: 2, records: 2 },
  /** The least that the protocol needs: a search that shows everything before the second look-up. */
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
