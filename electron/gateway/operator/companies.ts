import { Big } from 'big.js'
import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { findingEntries } from '../../../shared/catalogue/findings.ts'
import { toDomainNames } from '../../../shared/catalogue/names.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { companyAsk, credentialsAsk } from '../../../shared/catalogue/shapes/operator.ts'
import type { CompanyRules } from '../../../shared/document/check.ts'
import { checkCompanyCodes } from '../../../shared/document/check-codes.ts'
import { checkParty } from '../../../shared/document/check-party.ts'
import type { CodeBook } from '../../../shared/document/codes.ts'
import { type Finding, finding } from '../../../shared/document/finding.ts'
import type { CompanyCredentials } from '../credentials.ts'
import { type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Clock } from '../ports.ts'
import type { Companies, Company, CompanyProfile } from '../store/port.ts'

export interface CompanyParts {
  readonly companies: Companies
  readonly credentials: CompanyCredentials
  readonly codes: CodeBook
  readonly clock: Clock
  /** The company whose code nobody else takes, there already or not: practice mode's own; null in any other mode. */
  readonly reserved: Pick<CompanyProfile, 'companyGuid' | 'companyCode'> | null
  /** What waits for a company may go once it is set up or mended. */
  readonly mended: (companyGuid: string) => void
}

export type CompanyAsk = z.output<typeof companyAsk>

export const listCompanies =
  (parts: CompanyParts): Handler =>
  async () => {
    const companies = await parts.companies.list()
    return ok({ items: await Promise.all(companies.map((company) => shown(parts, company))) })
  }

export const importCompany =
  (parts: CompanyParts): Handler =>
  async ({ body, caller }) => {
    const ask = body as CompanyAsk
    const known = await parts.companies.byGuid(ask.COMPANY_GUID)
    const company = companyOf(ask, parts.clock.now(), known?.rules)
    const findings: Finding[] = []
    if (takesReserved(company, known, parts.reserved)) findings.push(finding(['companyCode'], 'code_taken'))
    checkParty(company.profile, [], findings)
    checkCompanyCodes(company.profile, parts.codes, findings)
    if (findings.length > 0) throw validationFailed(findingEntries(findings))
    const saved = await parts.companies.save(company, caller.by)
    if (saved === 'code_taken') throw validationFailed(findingEntries([finding(['companyCode'], 'code_taken')]))
    parts.mended(company.profile.companyGuid)
    return ok(await shown(parts, company))
  }

const takesReserved = ({ profile }: Company, known: Company | null, reserved: CompanyParts['reserved']): boolean =>
  profile.companyCode === reserved?.companyCode &&
  profile.companyGuid !== reserved.companyGuid &&
  known?.profile.companyCode !== reserved.companyCode

export const setCredentials =
  (parts: CompanyParts): Handler =>
  async ({ body }) => {
    const ask = body as z.output<typeof credentialsAsk>
    const company = await parts.companies.byCode(ask.COMPANY_CODE)
    if (!company) throw new Fault('company_not_found')
    if (ask.CERTIFICATE != null) {
      const file = { pkcs12: Buffer.from(ask.CERTIFICATE, 'base64'), password: ask.CERTIFICATE_PASSWORD ?? '' }
      const fault = await parts.credentials.setCertificate(company.profile, file)
      if (fault !== null) throw validationFailed(findingEntries([certificateFindings[fault]]))
    }
    await parts.credentials.set(company.profile, {
      clientId: ask.CLIENT_ID,
      clientSecret: ask.CLIENT_SECRET,
      onBehalfOf: ask.ON_BEHALF_OF ?? null,
    })
    parts.mended(company.profile.companyGuid)
    return ok(await shown(parts, company))
  }

const certificateFindings = {
  not_a_certificate: finding(['certificate'], 'bad_certificate'),
  wrong_password: finding(['certificatePassword'], 'wrong_certificate_password'),
  no_key: finding(['certificate'], 'certificate_without_key'),
  key_does_not_match: finding(['certificate'], 'certificate_without_key'),
  unsupported: finding(['certificate'], 'unsupported_certificate'),
} as const

const standardLimit = '10000'

/** The company an owner described, by the rules of most where nothing else is said (myinvois 6.6). */
export function companyOf(ask: CompanyAsk, at: number, known?: CompanyRules): Company {
  const { CONSOLIDATION_LIMIT: limit, CONSOLIDATE_SELF_BILLED: mayConsolidateSelfBilled, ...profile } = ask
  return {
    profile: toDomainNames(profile),
    rules: {
      consolidationLimit: limit?.eq(0) ? null : (limit ?? new Big(standardLimit)).toFixed(),
      mayConsolidateSelfBilled: mayConsolidateSelfBilled ?? false,
      ...(known?.consolidation && { consolidation: known.consolidation }),
    },
    updatedAt: at,
  }
}

const shown = async ({ credentials }: CompanyParts, { profile, updatedAt }: Company) => ({
  COMPANY_GUID: profile.companyGuid,
  COMPANY_CODE: profile.companyCode,
  NAME: profile.name,
  TIN: profile.tin,
  TIME_ZONE: profile.timeZone,
  HAS_CREDENTIALS: (await credentials.of(profile)) !== null,
  HAS_CERTIFICATE: (await credentials.certificateOf(profile)) !== null,
  UPDATED_AT: toWire(updatedAt),
})
