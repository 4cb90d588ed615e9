import { type FindingCode, isSameFinding, type JournalFinding } from './journal-finding.ts'

/** Of very many findings so many are listed, and of each code the first: that is what counts. */
export const mostListed = 100

/** How many there are, by their codes. */
export type FindingCounts = Readonly<Partial<Record<FindingCode, number>>>

/** What was found, in bounds: the first of it, and how much of it there is at least. */
export interface FindingList {
  readonly findings: readonly JournalFinding[]
  readonly findingCounts: FindingCounts
}

export const noFindings: FindingList = { findings: [], findingCounts: {} }

/** Whether there is room for one more of that code. */
export const isToBeListed = (listed: readonly JournalFinding[], { code }: Pick<JournalFinding, 'code'>): boolean =>
  listed.length < mostListed || !listed.some((each) => each.code === code)

export function countsIn(findings: readonly Pick<JournalFinding, 'code'>[]): FindingCounts {
  const counts: Partial<Record<FindingCode, number>> = {}
  for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/**
 * Adds what is not known yet. What is not listed cannot be told from what was found before: the most that was ever
 * counted at one time is how many there are.
 * @param counted where what is in `found` is the end of something: how many were found from its beginning
 * @returns `known` itself where that says as much
 */
export function withFound(
  known: FindingList,
  found: readonly JournalFinding[],
  counted: FindingCounts = countsIn(found),
): FindingList {
  const findings = [...known.findings]
  for (const each of found)
    if (isToBeListed(findings, each) && !known.findings.some((other) => isSameFinding(each, other))) findings.push(each)
  const findingCounts = mostOf(mostOf(known.findingCounts, counted), countsIn(findings))
  const isKnown = findings.length === known.findings.length && countOf(findingCounts) === countOf(known.findingCounts)
  return isKnown ? known : { findings, findingCounts }
}

function mostOf(one: FindingCounts, other: FindingCounts): FindingCounts {
  const counts: Partial<Record<FindingCode, number>> = { ...one }
  for (const code of Object.keys(other) as FindingCode[]) counts[code] = Math.max(counts[code] ?? 0, other[code] ?? 0)
  return counts
}

/** What is of some codes only. */
export function findingsOf(
  { findings, findingCounts }: FindingList,
  isAsked: (of: Pick<JournalFinding, 'code'>) => boolean,
): FindingList {
  return { findings: findings.filter(isAsked), findingCounts: countsOf(findingCounts, isAsked) }
}

export function countsOf(counts: FindingCounts, isAsked: (of: Pick<JournalFinding, 'code'>) => boolean): FindingCounts {
  const codes = (Object.keys(counts) as FindingCode[]).filter((code) => isAsked({ code }))
  return Object.fromEntries(codes.map((code) => [code, counts[code]]))
}

/** How many there are of all codes. */
export const countOf = (counts: FindingCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
