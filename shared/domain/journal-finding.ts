/**
 * stops_sending: nothing goes out before a person acts, and an alarm says so · one_record: that record can go on no more,
 * also if a person says otherwise, and all others go on.
 */
type FindingClass = 'stops_sending' | 'one_record'

/**
 * What can be wrong with what is kept, and with the head that is sealed outside of it, and what it means. Whether
 * documents go out, and what alarms, checks, lists and logs say of it, comes from this table alone, on both engines.
 */
export const findingClasses = {
  /** Lines are gone from between others. */
  lines_lost: 'stops_sending',
  /** The database is an older one than was here: the sealed head, the copy or the authority knows more. */
  rolled_back: 'stops_sending',
  /** The directory that this one was copied from is there, too. */
  copy_beside: 'stops_sending',
  /** A row of the database no longer says what its line was made of. */
  entry_changed: 'stops_sending',
  /** A record's row is not what was written. */
  row_damaged: 'stops_sending',
  /** What a till sent is not what was kept of it. */
  body_damaged: 'one_record',
  /** A record's row is not what its events make of it. */
  row_differs: 'stops_sending',
  /** The pages of the database. */
  database_damaged: 'stops_sending',
  /** The sealed head is gone. */
  head_missing: 'stops_sending',
  /** A sealed head was changed, or is unreadable. */
  head_forged: 'stops_sending',
  /** The data is another installation's, or this one's seal is gone. */
  seal_missing: 'stops_sending',
  /** This installation's seal is there and cannot be opened now: a key store that is locked, or lost. */
  seal_locked: 'stops_sending',
} as const satisfies Readonly<Record<string, FindingClass>>
export type FindingCode = keyof typeof findingClasses
export const findingCodes = Object.keys(findingClasses) as FindingCode[]

export interface JournalFinding {
  readonly code: FindingCode
  readonly line: number | null
  /** Its row's number. */
  readonly record: number | null
  /** What exactly differs, for the person who looks into it: names of columns, never what they hold. */
  readonly detail: string | null
}

export const finding = (
  code: FindingCode,
  { line = null, record = null, detail = null }: Partial<Omit<JournalFinding, 'code'>> = {},
): JournalFinding => ({ code, line, record, detail })

/** @param line that was here, as is known from outside of the database */
export const rolledBack = (line: number): JournalFinding =>
  finding('rolled_back', { line, detail: `line ${line} is missing` })

/** Found again at each start, and gone when its cause is: nothing of what is kept was changed. */
export const isPassing = ({ code }: Pick<JournalFinding, 'code'>): boolean => code === 'seal_locked'

export const stopsSending = ({ code }: Pick<JournalFinding, 'code'>): boolean =>
  findingClasses[code] === 'stops_sending'

/** Whether anything may go out to the authority after all that was found. */
export const mayGoOut = (findings: readonly Pick<JournalFinding, 'code'>[]): boolean => !findings.some(stopsSending)

/** Said twice it is one. */
export const isSameFinding = (one: JournalFinding, other: JournalFinding): boolean =>
  one.code === other.code && one.line === other.line && one.record === other.record

/** What is kept is not what was written: no person's word mends it, only a restore (reliability 4.5). */
const ofHistory: readonly FindingCode[] = [
  'lines_lost',
  'entry_changed',
  'row_damaged',
  'row_differs',
  'database_damaged',
]
export const isOfHistory = ({ code }: JournalFinding): boolean => ofHistory.includes(code)

/** Of very many findings so many are listed, and of each code the first: that is what counts. */
export const mostListed = 100

/** What was found, in bounds: the first of it, and how much of it there is at least. */
export interface FindingList {
  readonly findings: readonly JournalFinding[]
  readonly findingCount: number
}

export const noFindings: FindingList = { findings: [], findingCount: 0 }

/** Whether there is room for one more of that code. */
export const isToBeListed = (listed: readonly JournalFinding[], { code }: Pick<JournalFinding, 'code'>): boolean =>
  listed.length < mostListed || !listed.some((each) => each.code === code)

/**
 * Adds what is not known yet. What is not listed cannot be told from what was found before: the most that was ever
 * counted at one time is how many there are.
 * @param counted where what is in `found` is the beginning of something: how many were found
 * @returns `known` itself where that says as much
 */
export function withFound(known: FindingList, found: readonly JournalFinding[], counted = found.length): FindingList {
  const findings = [...known.findings]
  for (const each of found)
    if (isToBeListed(findings, each) && !known.findings.some((other) => isSameFinding(each, other))) findings.push(each)
  const findingCount = Math.max(known.findingCount, counted, findings.length)
  const isKnown = findings.length === known.findings.length && findingCount === known.findingCount
  return isKnown ? known : { findings, findingCount }
}

/** Without those that are done with. */
export function withoutFound(
  known: FindingList,
  isDone: (finding: Pick<JournalFinding, 'code'>) => boolean,
): FindingList {
  const findings = known.findings.filter((each) => !isDone(each))
  return { findings, findingCount: known.findingCount - (known.findings.length - findings.length) }
}
