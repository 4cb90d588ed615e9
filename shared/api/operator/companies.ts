import { z } from 'zod'
import { decimalSchema } from '../../document/amount.ts'
import { codeListIds } from '../../document/codes.ts'
import { answer, ask, codeSchema, guidSchema, keyText, text, toError } from '../../document/fields.ts'
import { companyFields, idTypes, normalizePartyId, postcodeSchema } from '../../document/party.ts'
import { nullIfThrown } from '../../domain/null-if-thrown.ts'
import type { OperatorRow } from '../axes.ts'
import { addressFields } from './record-detail.ts'

const timeZone = z
  .string()
  .refine((zone) => isTimeZone(zone), toError('bad_time_zone'))
  .describe('IANA name, for the days of ranges and reports')

const isTimeZone = (zone: string): boolean =>
  nullIfThrown(() => new Intl.DateTimeFormat('en', { timeZone: zone })) !== null

const list = z.enum(codeListIds, toError('not_listed')).describe('Which code list')
const own = 'The till’s own code, letter by letter'
const official = 'A code of that list'
const codeMapping = z
  .array(ask('CodeMappingAsk', { LIST: list, FROM: text(50).describe(own), TO: codeSchema.describe(official) }))
  .max(500, toError('too_many'))
const mappedCode = { LIST: list, FROM: z.string().describe(own), TO: z.string().describe(official) }

/** Inserts a company, or updates the one with its COMPANY_GUID (contract 1). */
export const companyRequestSchema = z
  .strictObject({
    COMPANY_GUID: guidSchema,
    COMPANY_CODE: keyText(),
    ...companyFields,
    // Contract 1 lists the optional fields. The postcode is not among them.
    ADDRESS: companyFields.ADDRESS.extend({ POSTCODE: postcodeSchema })
      .refine(({ COUNTRY_CODE, POSTCODE }) => COUNTRY_CODE !== 'MYS' || /^\d{5}$/.test(POSTCODE), {
        path: ['POSTCODE'],
        ...toError('bad_postcode'),
      })
      .meta({ id: 'CompanyAddress' }),
    TIME_ZONE: timeZone,
    CONSOLIDATION_LIMIT: decimalSchema(2)
      .nullish()
      .describe('Above this many ringgit a sale needs an e-invoice of its own; 0 switches the rule off'),
    CONSOLIDATE_SELF_BILLED: z.boolean().nullish(),
    ROUND_CASH: z.boolean().nullish(),
    REFUND_LIMIT: decimalSchema(2).nullish(),
    REFUND_LIMIT_WITHOUT_SALE: decimalSchema(2).nullish(),
    CODE_MAPPING: codeMapping
      .nullish()
      .describe('Official codes in place of the tills’ own; absent leaves those there are'),
  })
  .overwrite(normalizePartyId)
  .meta({ id: 'CompanyAsk' })

export const companySavedSchema = answer('Company', {
  COMPANY_GUID: z.string(),
  COMPANY_CODE: z.string(),
  NAME: z.string(),
  TIN: z.string(),
  TIME_ZONE: z.string(),
  SECOND_SECRET: z
    .enum(['none', 'unused', 'works'])
    .describe('`works`: the first client secret is refused and the second is used, so the first can be removed'),
  HAS_CREDENTIALS: z.boolean().describe('Whether it has what it signs in with at the authority'),
  HAS_CERTIFICATE: z.boolean().describe('Whether there is one to sign its documents with'),
})

const companyProfile = answer('CompanyProfile', {
  COMPANY_GUID: z.string(),
  COMPANY_CODE: z.string(),
  NAME: z.string(),
  TIN: z.string(),
  ID_TYPE: z.enum(idTypes),
  ID_NUMBER: z.string(),
  PHONE: z.string(),
  ADDRESS: answer('CompanyProfileAddress', addressFields),
  SST_NUMBER: z.string().nullable(),
  TOURISM_TAX_NUMBER: z.string().nullable(),
  EMAIL: z.string().nullable(),
  MSIC_CODE: z.string(),
  BUSINESS_ACTIVITY: z.string(),
  TIME_ZONE: z.string(),
  CONSOLIDATION_LIMIT: z.string().describe('0 where the rule is switched off'),
  CONSOLIDATE_SELF_BILLED: z.boolean(),
  ROUND_CASH: z.boolean(),
  REFUND_LIMIT: z.string(),
  REFUND_LIMIT_WITHOUT_SALE: z.string(),
  CODE_MAPPING: z.array(answer('CodeMapping', mappedCode)).describe('Official codes in place of the tills’ own'),
})
const companies = answer('Companies', { items: z.array(companySavedSchema) })

export const credentialsRequestSchema = z
  .strictObject({
    COMPANY_CODE: keyText(),
    CLIENT_ID: text(200).describe('Of the company’s credentials at the authority'),
    CLIENT_SECRET: text(500).describe('Kept sealed, never shown again'),
    SECOND_CLIENT_SECRET: text(500)
      .nullish()
      .describe('Tried if MyInvois refuses the first, while secrets are changed'),
    ON_BEHALF_OF: text(60)
      .regex(/^(company(:brn)?|[A-Za-z]{1,2}\d{1,13}(:[A-Za-z0-9]{1,20})?)$/, toError('bad_on_behalf_of'))
      .nullish()
      .describe(
        'For an intermediary: `company` for this company’s TIN, `company:brn` for its TIN and registration number, or either of them written out',
      ),
    CERTIFICATE: z
      .base64(toError('bad_certificate'))
      .min(1, toError('too_short'))
      .nullish()
      .describe('A PKCS#12 file in base64, to sign with; absent leaves the one there is'),
    CERTIFICATE_PASSWORD: z.string().max(500, toError('too_long')).nullish(),
  })
  .refine(({ CERTIFICATE, CERTIFICATE_PASSWORD }) => CERTIFICATE != null || CERTIFICATE_PASSWORD == null, {
    path: ['CERTIFICATE'],
    ...toError('required'),
  })
  .meta({ id: 'CredentialsAsk' })

export const companiesRows = {
  listCompanies: {
    path: '/companies',
    scope: 'admin',
    summary: 'Companies',
    answers: { 200: companies },
  },
  showCompany: {
    path: '/companies/{guid}',
    scope: 'admin',
    summary: 'A company as it was handed over last',
    params: z.object({ guid: guidSchema }),
    answers: { 200: companyProfile },
    faults: ['company_not_found'],
  },
  importCompany: {
    path: '/companies',
    scope: 'admin',
    ownerPin: 'settings',
    summary: 'Insert a company, or update it by COMPANY_GUID',
    body: companyRequestSchema,
    mostBodyBytes: 128 * 1024,
    answers: { 200: companySavedSchema },
  },
  setCredentials: {
    path: '/companies/credentials',
    scope: 'admin',
    ownerPin: 'each',
    summary: 'With what the gateway signs in and signs documents for a company',
    body: credentialsRequestSchema,
    answers: { 200: companySavedSchema },
    faults: ['company_not_found'],
  },
  setLogo: {
    path: '/companies/logo',
    scope: 'admin',
    summary: 'The logo on the slip and the PDF of each document of a company',
    body: ask('LogoRequest', {
      COMPANY_GUID: guidSchema,
      LOGO: z
        .string()
        .max(137_000, toError('bad_logo'))
        .regex(/^(data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2})?$/, toError('bad_logo'))
        .describe('A PNG or JPEG of at most 100 KB, as a data URL. Empty for none'),
    }),
    mostBodyBytes: 138_000,
    answers: { 200: answer('LogoSaved', { COMPANY_GUID: z.string() }) },
    faults: ['company_not_found'],
  },
  removeSecret: {
    path: '/companies/credentials/unused_secret',
    scope: 'admin',
    ownerPin: 'each',
    summary: 'Remove the client secret that is not in use',
    body: z.strictObject({ COMPANY_CODE: keyText() }).meta({ id: 'UnusedSecretAsk' }),
    answers: { 200: companySavedSchema },
    faults: ['company_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
