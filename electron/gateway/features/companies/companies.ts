import type { z } from 'zod'
import { Fault, faultsOfFindings, validationFailed } from '../../../../shared/api/faults.ts'
import type { companyRequestSchema } from '../../../../shared/api/operator/companies.ts'
import { type CompanyRules, companyCodeFindings } from '../../../../shared/document/check.ts'
import type { CodeListId, CodeLookup } from '../../../../shared/document/codes.ts'
import { decimalOf } from '../../../../shared/document/decimal.ts'
import { toDomainNames } from '../../../../shared/document/fields.ts'
import { type Finding, finding } from '../../../../shared/document/finding.ts'
import { checkParty } from '../../../../shared/document/party.ts'
import { companyNamed, type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { CredentialStore } from '../../installation/credentials.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Clock } from '../../ports.ts'
import type { Companies, Company, CompanyProfile } from '../../store/port/port.ts'

export interface CompanyDeps {
  readonly companies: Companies
  readonly credentials: CredentialStore
  readonly codes: { readonly statusOf: CodeLookup }
  readonly clock: Clock
  /** The practice company, whose code no other company may take; null outside practice mode. */
  readonly reserved: Pick<CompanyProfile, 'companyGuid' | 'companyCode'> | null
  readonly outbox: Pick<Outbox, 'mended'>
}

export type CompanyRequest = z.output<typeof companyRequestSchema>

export const companiesRoutes = (deps: CompanyDeps) =>
  ({
    listCompanies: async () => {
      const companies = await deps.companies.list()
      return ok({ items: await Promise.all(companies.map((company) => shown(deps, company))) })
    },
    showCompany: async ({ params }) => {
      const company = await deps.companies.byGuid(params.guid)
      if (!company) throw new Fault('company_not_found')
      return ok(profileOf(company))
    },
    importCompany: importCompany(deps),
    setCredentials: async ({ body: ask }) => {
      const company = await deps.companies.byCode(ask.COMPANY_CODE)
      if (!company) throw new Fault('company_not_found')
      if (ask.CERTIFICATE != null) {
        const file = { pkcs12: Buffer.from(ask.CERTIFICATE, 'base64'), password: ask.CERTIFICATE_PASSWORD ?? '' }
        const fault = await deps.credentials.setCertificate(company.profile, file)
        if (fault !== null) throw validationFailed(faultsOfFindings([certificateFindings[fault]]))
      }
      await deps.credentials.set(company.profile, {
        clientId: ask.CLIENT_ID,
        clientSecret: ask.CLIENT_SECRET,
        otherSecret: ask.SECOND_CLIENT_SECRET ?? null,
        onBehalfOf: ask.ON_BEHALF_OF ?? null,
      })
      deps.outbox.mended(company.profile.companyGuid)
      return ok(await shown(deps, company))
    },
    removeSecret: async ({ body, caller }) => {
      const company = await companyNamed(deps.companies, body.COMPANY_CODE, caller)
      await deps.credentials.removeOtherSecret(company.profile)
      return ok(await shown(deps, company))
    },
  }) satisfies Partial<OperatorHandlers>

const importCompany =
  (deps: CompanyDeps): OperatorHandler<'importCompany'> =>
  async ({ body: ask, caller }) => {
    const known = await deps.companies.byGuid(ask.COMPANY_GUID)
    const company = buildCompany(ask, deps.clock.now(), known?.rules)
    const findings: Finding[] = []
    if (takesReserved(company, known, deps.reserved)) findings.push(finding(['companyCode'], 'code_taken'))
    checkParty(company.profile, [], findings)
    findings.push(...companyCodeFindings(company.profile, deps.codes.statusOf))
    if (ask.CODE_MAPPING) findings.push(...mappingFindings(ask.CODE_MAPPING, deps.codes.statusOf))
    if (findings.length > 0) throw validationFailed(faultsOfFindings(findings))
    const saved = await deps.companies.save(company, caller.by)
    if (saved === 'code_taken') throw validationFailed(faultsOfFindings([finding(['companyCode'], 'code_taken')]))
    deps.outbox.mended(company.profile.companyGuid)
    return ok(await shown(deps, company))
  }

/** An official code always means itself, so a document reads the same if it is mapped twice. */
function mappingFindings(rows: NonNullable<CompanyRequest['CODE_MAPPING']>, codes: CodeLookup): readonly Finding[] {
  return rows.flatMap(({ LIST: list, FROM: from, TO: to }, at) => {
    const answer = codes(list, to)
    const isRepeated = rows.findIndex(({ LIST, FROM }) => LIST === list && FROM === from) < at
    const wrong = codes(list, from) === 'current' ? 'official_code' : isRepeated && 'mapped_twice'
    return [
      ...(answer === 'current' ? [] : [finding(['codeMapping', at, 'to'], `${answer}_code`, { code: to, list })]),
      ...(wrong ? [finding(['codeMapping', at, 'from'], wrong, { code: from })] : []),
    ]
  })
}

const takesReserved = ({ profile }: Company, known: Company | null, reserved: CompanyDeps['reserved']): boolean =>
  profile.companyCode === reserved?.companyCode &&
  profile.companyGuid !== reserved.companyGuid &&
  known?.profile.companyCode !== reserved.companyCode

const certificateFindings = {
  not_a_certificate: finding(['certificate'], 'bad_certificate'),
  wrong_password: finding(['certificatePassword'], 'wrong_certificate_password'),
  no_key: finding(['certificate'], 'certificate_without_key'),
  key_does_not_match: finding(['certificate'], 'certificate_without_key'),
  unsupported: finding(['certificate'], 'unsupported_certificate'),
} as const

const standardLimit = '10000'

export function buildCompany(ask: CompanyRequest, at: number, known?: CompanyRules): Company {
  const {
    CONSOLIDATION_LIMIT: limit,
    CONSOLIDATE_SELF_BILLED: mayConsolidateSelfBilled,
    ROUND_CASH: roundsCash,
    REFUND_LIMIT: ofKept,
    REFUND_LIMIT_WITHOUT_SALE: ofOthers,
    CODE_MAPPING: rows,
    ...profile
  } = ask
  const codeMapping = rows?.map((row) => toDomainNames(row)) ?? known?.codeMapping ?? []
  return {
    profile: toDomainNames(profile),
    rules: {
      consolidationLimit: limit?.eq(0) ? null : (limit ?? decimalOf(standardLimit)).toFixed(),
      mayConsolidateSelfBilled: mayConsolidateSelfBilled ?? false,
      roundsCash: roundsCash ?? true,
      refundLimits: { ofKept: ofKept?.toFixed() ?? null, ofOthers: ofOthers?.toFixed() ?? null },
      ...(known?.consolidation && { consolidation: known.consolidation }),
      ...(codeMapping.length > 0 && { codeMapping }),
    },
    updatedAt: at,
  }
}

const profileOf = ({ profile, rules, rules: { refundLimits } }: Company) => ({
  COMPANY_GUID: profile.companyGuid,
  COMPANY_CODE: profile.companyCode,
  NAME: profile.name,
  TIN: profile.tin,
  ID_TYPE: profile.idType,
  ID_NUMBER: profile.idNumber,
  PHONE: profile.phone,
  ADDRESS: {
    LINES: [...profile.address.lines],
    CITY: profile.address.city,
    POSTCODE: profile.address.postcode ?? null,
    STATE_CODE: profile.address.stateCode,
    COUNTRY_CODE: profile.address.countryCode,
  },
  SST_NUMBER: profile.sstNumber ?? null,
  TOURISM_TAX_NUMBER: profile.tourismTaxNumber ?? null,
  EMAIL: profile.email ?? null,
  MSIC_CODE: profile.msicCode,
  BUSINESS_ACTIVITY: profile.businessActivity,
  TIME_ZONE: profile.timeZone,
  CONSOLIDATION_LIMIT: rules.consolidationLimit ?? '0',
  CONSOLIDATE_SELF_BILLED: rules.mayConsolidateSelfBilled,
  ROUND_CASH: rules.roundsCash,
  REFUND_LIMIT: refundLimits?.ofKept ?? '0',
  REFUND_LIMIT_WITHOUT_SALE: refundLimits?.ofOthers ?? '0',
  CODE_MAPPING: (rules.codeMapping ?? []).map(({ list, from, to }) => ({
    LIST: list as CodeListId,
    FROM: from,
    TO: to,
  })),
})

async function shown({ credentials }: CompanyDeps, { profile }: Company) {
  const kept = await credentials.of(profile)
  return {
    COMPANY_GUID: profile.companyGuid,
    COMPANY_CODE: profile.companyCode,
    NAME: profile.name,
    TIN: profile.tin,
    TIME_ZONE: profile.timeZone,
    HAS_CREDENTIALS: kept !== null,
    SECOND_SECRET: kept?.otherSecret == null ? 'none' : kept.isSwapped ? 'works' : 'unused',
    HAS_CERTIFICATE: (await credentials.certificateOf(profile)) !== null,
  } as const
}
