import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { SigningProblem } from '../../installation/credentials.ts'
import type { Company, CompanyProfile } from '../../store/port/port.ts'
import type { Check } from './check.ts'

/** What is doubtful about a company's certificate; null where documents are not signed. */
export type SigningProblems = ((company: CompanyProfile) => Promise<readonly SigningProblem[]>) | null

/** What is to be said of the certificate a company signs with; nothing where documents are not signed. */
export async function certificateChecks(
  signingProblems: SigningProblems,
  { profile }: Company,
): Promise<readonly Check[]> {
  if (!signingProblems) return []
  const problems = await signingProblems(profile)
  const company = profile.companyCode
  const name = `certificate ${company}`
  if (problems.length === 0) return [{ name, verdict: 'good', says: 'certificate_good', values: { company } }]
  return problems.map((problem) => {
    const { values, ...said } = judgement(problem)
    return { name, ...said, values: { company, ...values } }
  })
}

const hindrances: readonly Check['says'][] = ['certificate_missing', 'certificate_expired', 'certificate_not_yet_valid']

/** Whether documents can go with it, welcome or not. */
export const isAbleToSign = (checks: readonly Check[]): boolean => !checks.some(({ says }) => hindrances.includes(says))

function judgement(problem: SigningProblem): Omit<Check, 'name'> {
  switch (problem.code) {
    case 'missing':
      return { verdict: 'bad', says: 'certificate_missing' }
    case 'expired':
      return { verdict: 'bad', says: 'certificate_expired', values: { date: dayOf(problem.validTo) } }
    case 'not_yet_valid':
      return { verdict: 'bad', says: 'certificate_not_yet_valid', values: { date: dayOf(problem.validFrom) } }
    case 'expires_soon':
      return {
        verdict: 'warning',
        says: 'certificate_expires_soon',
        values: { date: dayOf(problem.validTo), days: String(problem.daysLeft) },
      }
    case 'wrong_tin':
      return { verdict: 'bad', says: 'certificate_wrong_tin' }
    case 'wrong_brn':
      return { verdict: 'bad', says: 'certificate_wrong_number' }
    case 'wrong_key_usage':
      return { verdict: 'bad', says: 'certificate_wrong_use' }
    case 'self_signed':
      return { verdict: 'bad', says: 'certificate_self_signed' }
    case 'weak_key':
      return { verdict: 'warning', says: 'certificate_weak_key', values: { bits: String(problem.bits) } }
  }
}

const dayOf = (instant: number) => toWire(instant).slice(0, 10)
