import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { checkCompanyCodes } from '../../../../shared/document/check-codes.ts'
import { codeLists } from '../../../../shared/document/codes.ts'
import type { Finding } from '../../../../shared/document/finding.ts'
import type { Clock } from '../../ports.ts'
import type { Companies, Company } from '../../store/port/port.ts'
import type { Codes } from '../codes/codes.ts'
import type { Check } from './check.ts'

interface CodesInUse {
  readonly codes: Codes
  readonly companies: Companies
  readonly clock: Clock
}

/** The authority changes its lists a few times a year; what is older has missed something sooner or later. */
const mostAgeMs = 60 * 24 * 3_600_000

/** Whether the reference codes are current, and those that companies are set up with still in use. */
export async function codesChecks({ codes, companies, clock }: CodesInUse): Promise<readonly Check[]> {
  const oldest = Math.min(...codeLists.map((list) => codes.list(list).refreshedAt))
  const values = { date: toWire(oldest).slice(0, 10) }
  const age: Check =
    clock.now() - oldest > mostAgeMs
      ? { name: 'codes', verdict: 'warning', says: 'codes_old', values }
      : { name: 'codes', verdict: 'good', says: 'codes_known', values }
  return [age, ...(await companies.list()).flatMap((company) => obsoleteCodes(codes, company))]
}

function obsoleteCodes({ statusOf }: Codes, { profile }: Company): readonly Check[] {
  const findings: Finding[] = []
  checkCompanyCodes(profile, statusOf, findings)
  return findings.flatMap(({ code, values }) => {
    if (code !== 'obsolete_code') return []
    const told = { company: profile.companyCode, code: values?.['code'] ?? '' }
    return [{ name: `codes ${profile.companyCode}`, verdict: 'bad', says: 'company_code_obsolete', values: told }]
  })
}
