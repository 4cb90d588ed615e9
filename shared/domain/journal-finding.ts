/**
 * stops_sending: nothing is sent until a person acts, and there is an alert. one_record: only that record stops, and a
 * person cannot overrule it.
 */
type FindingClass = 'stops_sending' | 'one_record'

/**
 * The faults of stored data and of the sealed head. Sending, alerts, checks, lists and logs of both engines follow from
 * this table.
 */
export const findingClasses = {
  /** Lines between others are missing. */
  lines_lost: 'stops_sending',
  /** The database is older than what the sealed head, the copy or the authority knows. */
  rolled_back: 'stops_sending',
  /** The database is older because a person restored an older backup here. */
  backup_restored: 'stops_sending',
  /** This directory is a copy, and its original is in use too. */
  copy_beside: 'stops_sending',
  /** A row differs from its line in the journal. */
  entry_changed: 'stops_sending',
  /** A record's row was changed. */
  row_damaged: 'stops_sending',
  /** The stored body is not what the till sent. */
  body_damaged: 'one_record',
  /** A record's row differs from its events. */
  row_differs: 'stops_sending',
  /** Pages of the database are damaged. */
  database_damaged: 'stops_sending',
  head_missing: 'stops_sending',
  head_forged: 'stops_sending',
  /** The data belongs to another installation, or the seal is missing. */
  seal_missing: 'stops_sending',
  /** The key store is locked or lost. */
  seal_locked: 'stops_sending',
} as const satisfies Readonly<Record<string, FindingClass>>
export type JournalFindingCode = keyof typeof findingClasses
export const journalFindingCodes = Object.keys(findingClasses) as JournalFindingCode[]

export interface JournalFinding {
  readonly code: JournalFindingCode
  readonly line: number | null
  readonly record: number | null
  /** Names of columns, never values. */
  readonly detail: string | null
}

export const journalFinding = (
  code: JournalFindingCode,
  { line = null, record = null, detail = null }: Partial<Omit<JournalFinding, 'code'>> = {},
): JournalFinding => ({ code, line, record, detail })

/** @param line the last line of the journal that is known from outside the database */
export const rollbackFinding = (line: number): JournalFinding =>
  journalFinding('rolled_back', { line, detail: `line ${line} is missing` })

/** Whether the finding ends when its cause ends, because no stored data was changed. */
export const isTransient = ({ code }: Pick<JournalFinding, 'code'>): boolean => code === 'seal_locked'

export const stopsSending = ({ code }: Pick<JournalFinding, 'code'>): boolean =>
  findingClasses[code] === 'stops_sending'

export const maySend = (findings: readonly Pick<JournalFinding, 'code'>[]): boolean => !findings.some(stopsSending)

const olderCodes: readonly JournalFindingCode[] = ['rolled_back', 'backup_restored']
export const isOlder = ({ code }: Pick<JournalFinding, 'code'>): boolean => olderCodes.includes(code)

export const isSameFinding = (one: JournalFinding, other: JournalFinding): boolean =>
  one.code === other.code && one.line === other.line && one.record === other.record

/** Only a restore can repair these (reliability 4.5). */
const ofHistory: readonly JournalFindingCode[] = [
  'lines_lost',
  'entry_changed',
  'row_damaged',
  'row_differs',
  'database_damaged',
]
export const needsRestore = ({ code }: JournalFinding): boolean => ofHistory.includes(code)

/** Of each code the first finding is always listed. */
export const maxListed = 100

/** The first findings, and the least number of all. */
export interface FindingList {
  readonly findings: readonly JournalFinding[]
  readonly findingCount: number
}

export const noFindings: FindingList = { findings: [], findingCount: 0 }

export const hasRoomOrNewCode = (listed: readonly JournalFinding[], { code }: Pick<JournalFinding, 'code'>): boolean =>
  listed.length < maxListed || !listed.some((each) => each.code === code)

/**
 * Adds findings. Those that are not listed cannot be compared, so the count is the highest seen at one time.
 * @param counted the number of all findings, if `found` has only the first @returns `known` itself if nothing is new
 */
export function addFindings(known: FindingList, found: readonly JournalFinding[], counted = found.length): FindingList {
  const findings = [...known.findings]
  for (const each of found)
    if (hasRoomOrNewCode(findings, each) && !known.findings.some((other) => isSameFinding(each, other)))
      findings.push(each)
  const findingCount = Math.max(known.findingCount, counted, findings.length)
  const isKnown = findings.length === known.findings.length && findingCount === known.findingCount
  return isKnown ? known : { findings, findingCount }
}

export function removeFindings(
  known: FindingList,
  isDone: (finding: Pick<JournalFinding, 'code'>) => boolean,
): FindingList {
  const findings = known.findings.filter((each) => !isDone(each))
  return { findings, findingCount: known.findingCount - (known.findings.length - findings.length) }
}
