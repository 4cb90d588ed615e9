import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { companyCodeFindings } from '../../../../shared/document/check.ts'
import { codeListIds } from '../../../../shared/document/codes.ts'
import type { GatewayStatusWord } from '../../../../shared/words/words.ts'
import type { Authority, TokenStatus } from '../../authority/port.ts'
import type { CertificateProblem } from '../../installation/credentials.ts'
import type { Companies, Company, CompanyProfile } from '../../store/port/port.ts'
import type { Codes } from '../codes/codes.ts'

export interface Check {
  readonly name: string
  readonly verdict: 'good' | 'warning' | 'bad'
  readonly says: GatewayStatusWord
  readonly values?: Readonly<Record<string, string>>
}

/** @returns nothing if no answer of the authority was heard yet */
export function clockChecks({ clock, name: authority }: Pick<Authority, 'clock' | 'name'>): readonly Check[] {
  const { kind, offsetMs } = clock.status()
  const values = { authority, minutes: String(Math.max(1, Math.round(Math.abs(offsetMs) / 60_000))) }
  switch (kind) {
    case 'unknown':
      return []
    case 'right':
      return [{ name: 'clock', verdict: 'good', says: 'clock_right', values: { authority } }]
    case 'off':
      return [{ name: 'clock', verdict: 'warning', says: 'clock_off', values }]
    case 'wrong':
      return [{ name: 'clock', verdict: 'bad', says: 'clock_wrong', values }]
  }
}

/** The doubts about a company's certificate; null if documents are not signed. */
export type FindSigningProblems = ((company: CompanyProfile) => Promise<readonly CertificateProblem[]>) | null

const certificateSays = {
  missing: ['bad', 'certificate_missing'],
  expired: ['bad', 'certificate_expired'],
  not_yet_valid: ['bad', 'certificate_not_yet_valid'],
  expires_soon: ['warning', 'certificate_expires_soon'],
  wrong_tin: ['bad', 'certificate_wrong_tin'],
  wrong_brn: ['bad', 'certificate_wrong_number'],
  wrong_key_usage: ['bad', 'certificate_wrong_use'],
  self_signed: ['bad', 'certificate_self_signed'],
  weak_key: ['warning', 'certificate_weak_key'],
} as const satisfies Readonly<Record<CertificateProblem['code'], readonly [Check['verdict'], GatewayStatusWord]>>

/** Empty if documents are not signed. */
export async function certificateChecks(
  signingProblems: FindSigningProblems,
  { profile }: Pick<Company, 'profile'>,
): Promise<readonly Check[]> {
  if (!signingProblems) return []
  const company = profile.companyCode
  const name = `certificate ${company}`
  const problems = await signingProblems(profile)
  if (problems.length === 0) return [{ name, verdict: 'good', says: 'certificate_good', values: { company } }]
  return problems.map((problem) => {
    const [verdict, says] = certificateSays[problem.code]
    return { name, verdict, says, values: { company, ...figuresOf(problem) } }
  })
}

const figuresOf = (problem: CertificateProblem): Readonly<Record<string, string>> => ({
  ...('validTo' in problem && { date: dayOf(problem.validTo) }),
  ...('validFrom' in problem && { date: dayOf(problem.validFrom) }),
  ...('daysLeft' in problem && { days: String(problem.daysLeft) }),
  ...('bits' in problem && { bits: String(problem.bits) }),
})

const unableToSign: readonly GatewayStatusWord[] = [
  'certificate_missing',
  'certificate_expired',
  'certificate_not_yet_valid',
]

export const isAbleToSign = (checks: readonly Check[]): boolean =>
  !checks.some(({ says }) => unableToSign.includes(says))

/** What the other gateway says about our token; null if documents go to the authority itself. */
export type CheckHeadOfficeToken = (() => Promise<TokenStatus>) | null

/** If the other gateway cannot be reached, the check of each company says so. */
export async function headOfficeTokenChecks(upstreamToken: CheckHeadOfficeToken): Promise<readonly Check[]> {
  const name = 'upstream token'
  const status = await upstreamToken?.()
  switch (status?.kind) {
    case undefined:
    case 'unreached':
      return []
    case 'good':
      return [{ name, verdict: 'good', says: 'upstream_token_good' }]
    case 'refused':
      return [{ name, verdict: 'bad', says: 'upstream_token_refused' }]
    case 'no_gateway':
      return [{ name, verdict: 'bad', says: 'upstream_no_gateway' }]
    case 'lacks':
      return [{ name, verdict: 'bad', says: 'upstream_token_lacks', values: { scopes: status.scopes.join(', ') } }]
  }
}

/** The authority changes its lists a few times a year. */
const mostCodesAgeMs = 60 * 24 * 3_600_000

export async function codesChecks(codes: Codes, companies: Companies, now: number): Promise<readonly Check[]> {
  const oldest = Math.min(...codeListIds.map((list) => codes.list(list).refreshedAt))
  const values = { date: dayOf(oldest) }
  const age: Check =
    now - oldest > mostCodesAgeMs
      ? { name: 'codes', verdict: 'warning', says: 'codes_old', values }
      : { name: 'codes', verdict: 'good', says: 'codes_known', values }
  return [age, ...(await companies.list()).flatMap((company) => obsoleteCodes(codes, company))]
}

function obsoleteCodes({ statusOf }: Codes, { profile }: Company): readonly Check[] {
  return companyCodeFindings(profile, statusOf).flatMap(({ code, values }) => {
    if (code !== 'obsolete_code') return []
    const told = { company: profile.companyCode, code: values?.['code'] ?? '' }
    return [{ name: `codes ${profile.companyCode}`, verdict: 'bad', says: 'company_code_obsolete', values: told }]
  })
}

const dayOf = (instant: number) => toIsoTime(instant).slice(0, 10)
