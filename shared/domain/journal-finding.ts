/** What can be wrong between the database, its journal and the anchor. */
export const findingCodes = [
  /** The two say different things of one line: one of them was changed. */
  'line_differs',
  /** A whole file of the journal is not there. */
  'file_missing',
  /** A line of the journal cannot be read, and there are more behind it. */
  'line_damaged',
  /** Lines are gone from both the journal and the database, and something still tells of them. */
  'lines_lost',
  /** The whole directory is an older one than was here. */
  'rolled_back',
  /** The directory that this one was copied from is there, too. */
  'copy_beside',
  /** A row of the database no longer says what its line was made of. */
  'entry_changed',
  /** A row of the database that no line was ever made of. */
  'entry_unlined',
  /** Lines are gone that the anchor proves. */
  'journal_cut',
  /** A record's row is not what was written. */
  'row_damaged',
  /** What a till sent is not what was kept of it. */
  'body_damaged',
  /** A record's row is not what its events make of it. */
  'row_differs',
  /** The pages of the database. */
  'database_damaged',
  /** There is no anchor beside a journal that has lines. */
  'anchor_missing',
  /** The anchor was changed, or is unreadable. */
  'anchor_forged',
  /** The anchor is another installation's, or this one's seal is gone. */
  'seal_missing',
  /** This installation's seal is there and cannot be opened now: a key store that is locked, or lost. */
  'seal_locked',
] as const
export type FindingCode = (typeof findingCodes)[number]

export interface JournalFinding {
  readonly code: FindingCode
  readonly line: number | null
  /** Its row's number. */
  readonly record: number | null
  /** What exactly differs, for whoever looks into it: names of columns, never what they hold. */
  readonly detail: string | null
}

export const finding = (
  code: FindingCode,
  { line = null, record = null, detail = null }: Partial<Omit<JournalFinding, 'code'>> = {},
): JournalFinding => ({ code, line, record, detail })

/** Found anew at each start, and gone when its cause is: nothing of what is kept was changed. */
export const isPassing = ({ code }: Pick<JournalFinding, 'code'>): boolean => code === 'seal_locked'

/**
 * That record can go on no more, and about every other nothing is in doubt: it stays so
 * whatever a person says.
 */
export const isOfOneBody = ({ code }: Pick<JournalFinding, 'code'>): boolean => code === 'body_damaged'

/** Whether anything may go out to the authority after all that was found. */
export const mayGoOut = (findings: readonly JournalFinding[]): boolean => findings.every(isOfOneBody)

/** Its row can be made anew from its events. */
export const isRepairable = ({ code }: Pick<JournalFinding, 'code'>): boolean =>
  code === 'row_damaged' || code === 'row_differs'

/** Said twice it is one. */
export const isSameFinding = (one: JournalFinding, other: JournalFinding): boolean =>
  one.code === other.code && one.line === other.line && one.record === other.record

/** History itself is in doubt: neither side can be repaired from the other, a person has to choose (reliability 4.5). */
const ofHistory: readonly FindingCode[] = ['line_differs', 'entry_changed', 'entry_unlined', 'database_damaged']
export const isOfHistory = ({ code }: JournalFinding): boolean => ofHistory.includes(code)
