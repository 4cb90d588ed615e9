import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { SigningDoubt } from '../../installation/credentials.ts'
import type { Company, CompanyProfile } from '../../store/port/port.ts'
import type { Check } from './check.ts'

/** What is doubtful about a company's certificate; null where documents are not signed. */
export type SigningDoubts = ((company: CompanyProfile) => Promise<readonly SigningDoubt[]>) | null

/** What is to be said of the certificate a company signs with; nothing where documents are not signed. */
export async function certificateChecks(signingDoubts: SigningDoubts, { profile }: Company): Promise<readonly Check[]> {
  if (!signingDoubts) return []
  const doubts = await signingDoubts(profile)
  const company = profile.companyCode
  const name = `certificate ${company}`
  if (doubts.length === 0) return [{ name, verdict: 'good', says: 'certificate_good', values: { company } }]
  return doubts.map((doubt) => {
    const { values, ...said } = judgement(doubt)
    return { name, ...said, values: { company, ...values } }
  })
}

const hindrances: readonly Check['says'][] = ['certificate_missing', 'certificate_expired', 'certificate_not_yet_valid']

/** Whether documents can go with it, welcome or not. */
export const isAbleToSign = (checks: readonly Check[]): boolean => !checks.some(({ says }) => hindrances.includes(says))

function judgement(doubt: SigningDoubt): Omit<Check, 'name'> {
  switch (doubt.code) {
    case 'missing':
      return { verdict: 'bad', says: 'certificate_missing' }
    case 'expired':
      return { verdict: 'bad', says: 'certificate_expired', values: { date: dayOf(doubt.validTo) } }
    case 'not_yet_valid':
      return { verdict: 'bad', says: 'certificate_not_yet_valid', values: { date: dayOf(doubt.validFrom) } }
    case 'expires_soon':
      return {
        verdict: 'warning',
        says: 'certificate_expires_soon',
        values: { date: dayOf(doubt.validTo), days: String(doubt.daysLeft) },
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
      return { verdict: 'warning', says: 'certificate_weak_key', values: { bits: String(doubt.bits) } }
  }
}

const dayOf = (instant: number) => toWire(instant).slice(0, 10)
