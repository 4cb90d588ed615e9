import type { Frequency } from './consolidation-period.ts'
import type { LineStyle } from './consolidation-plan.ts'
import type { Instant } from './record.ts'

/**
 * For what a company may consolidate documents it issues to itself (myinvois 6.6); no other case is lawful, but that until
 * the end of the relaxation every case in which it issues them may be (myinvois 10).
 */
export const selfBilledCases = ['individuals', 'interest', 'insurance', 'overseas_branch', 'relaxation'] as const
export type SelfBilledCase = (typeof selfBilledCases)[number]

/** How one company consolidates (settings). */
export interface ConsolidationRules {
  readonly frequency: Frequency
  /** Of the month, 1 to 7: on which the month before is consolidated. */
  readonly dayOfMonth: number
  readonly lines: LineStyle
  /** The limit for one receipt counts what it comes to without tax: the guideline does not say which (myinvois 12). */
  readonly isLimitBeforeTax: boolean
  /** The company may consolidate although its activity is on the list: the relaxation of 2026 and 2027 (myinvois 10). */
  readonly isAnyActivityAllowed: boolean
  /** Null for none. */
  readonly selfBilledCase: SelfBilledCase | null
}

/** The first instant after 31 December 2027 in Malaysia. */
const relaxationEnd: Instant = Date.UTC(2027, 11, 31, 16)

/** Whether what the company is set to is lawful at that time. */
export const isSelfBilledCaseOver = ({ selfBilledCase }: ConsolidationRules, now: Instant): boolean =>
  selfBilledCase === 'relaxation' && now >= relaxationEnd

export const standardRules: ConsolidationRules = {
  frequency: 'monthly',
  dayOfMonth: 3,
  lines: 'per_run',
  isLimitBeforeTax: false,
  isAnyActivityAllowed: false,
  selfBilledCase: null,
}

/**
 * Activities whose sales need an e-invoice each (myinvois 6.6): motor vehicles, flights, construction, betting,
 * electricity, telecommunication. By the beginnings of their MSIC codes.
 */
const individualOnly = ['451', '511', '41', '42', '43', '920', '351', '61'] as const

export const mayConsolidateActivity = (msicCode: string, { isAnyActivityAllowed }: ConsolidationRules): boolean =>
  isAnyActivityAllowed || !individualOnly.some((start) => msicCode.startsWith(start))
