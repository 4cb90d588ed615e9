import { z } from 'zod'
import { alertCodes } from '../../domain/alert.ts'
import { attentionCodes } from '../../domain/attention.ts'
import { works } from '../../domain/work.ts'
import { scopes } from '../scopes.ts'
import { decimal } from './amount.ts'
import { companyFields } from './party.ts'
import { record } from './record.ts'
import { withPlainNumber } from './taxpayer.ts'
import { day, guid, keyText, says, text } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)

/** A whole number in a query string. */
const digits = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .refine((value) => Number(value) <= most)

export const changesQuery = z.object({
  after: digits(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'The `next` of the answer before; 0 for everything; absent for from now on' }),
  wait: digits(25).optional().meta({ description: 'Seconds to wait for something to change, at most 25' }),
})

/** Records that changed, in the order of their last change, each once (contract 10). */
export const changes = z.object({ items: z.array(record), next: z.int().min(0) }).meta({ id: 'Changes' })

const tokenFields = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  company: z.string().nullable().meta({ description: 'The one company it sees; null for all' }),
}

export const newTokenAsk = z
  .strictObject({
    name: keyText(100),
    scopes: z.array(z.enum(scopes, says('not_listed'))).min(1, says('required')),
    company: keyText().nullish(),
  })
  .meta({ id: 'NewTokenAsk' })

export const newToken = z
  .object({ ...tokenFields, token: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'NewToken' })

export const tokens = z
  .object({
    items: z.array(
      z
        .object({ ...tokenFields, created_at: at, last_used_at: at.nullable(), revoked_at: at.nullable() })
        .meta({ id: 'Token' }),
    ),
  })
  .meta({ id: 'Tokens' })

export const revokeTokenAsk = z
  .strictObject({ id: z.string().min(1, says('too_short')) })
  .meta({ id: 'RevokeTokenAsk' })
export const revoked = z.object({ id: z.string(), revoked: z.boolean() }).meta({ id: 'Revoked' })

const timeZone = z
  .string()
  .refine((zone) => isTimeZone(zone), says('bad_time_zone'))
  .meta({ description: 'IANA name, for the days of ranges and reports' })

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A company as its owner hands it over; inserted, or updated by COMPANY_GUID (contract 1). */
export const companyAsk = z
  .strictObject({
    COMPANY_GUID: guid,
    COMPANY_CODE: keyText(),
    ...companyFields,
    // Contract 1 names what may be left out here, and the postcode of a company is not among it.
    ADDRESS: companyFields.ADDRESS.extend({ POSTCODE: text(50) }).meta({ id: 'CompanyAddress' }),
    TIME_ZONE: timeZone,
    CONSOLIDATION_LIMIT: decimal(2)
      .nullish()
      .meta({ description: 'Above this many ringgit a sale needs an e-invoice of its own; 0 switches the rule off' }),
    CONSOLIDATE_SELF_BILLED: z.boolean().nullish(),
  })
  .overwrite(withPlainNumber)
  .meta({ id: 'CompanyAsk' })

const company = z
  .object({
    COMPANY_GUID: z.string(),
    COMPANY_CODE: z.string(),
    NAME: z.string(),
    TIN: z.string(),
    TIME_ZONE: z.string(),
    HAS_CREDENTIALS: z.boolean(),
    HAS_CERTIFICATE: z.boolean().meta({ description: 'Whether there is one to sign its documents with' }),
    UPDATED_AT: at,
  })
  .meta({ id: 'Company' })
export const companySaved = company
export const companies = z.object({ items: z.array(company) }).meta({ id: 'Companies' })

export const credentialsAsk = z
  .strictObject({
    COMPANY_CODE: keyText(),
    CLIENT_ID: text(200),
    CLIENT_SECRET: text(500),
    ON_BEHALF_OF: text(60)
      .regex(/^(company(:brn)?|[A-Za-z]{1,2}\d{1,13}(:[A-Za-z0-9]{1,20})?)$/, says('bad_on_behalf_of'))
      .nullish()
      .meta({
        description:
          'For an intermediary: `company` for this company’s TIN, `company:brn` for its TIN and registration number, or either of them written out',
      }),
    CERTIFICATE: z
      .base64(says('bad_certificate'))
      .min(1, says('too_short'))
      .nullish()
      .meta({ description: 'A PKCS#12 file in base64, to sign with; absent leaves the one there is' }),
    CERTIFICATE_PASSWORD: z.string().max(500, says('too_long')).nullish(),
  })
  .refine(({ CERTIFICATE, CERTIFICATE_PASSWORD }) => CERTIFICATE != null || CERTIFICATE_PASSWORD == null, {
    path: ['CERTIFICATE'],
    ...says('required'),
  })
  .meta({ id: 'CredentialsAsk' })

const lane = z
  .object({
    company: z.string(),
    work: z.enum(works),
    count,
    oldest_at: at.meta({ description: 'When the oldest of them was accepted' }),
    next_at: at.meta({ description: 'When the gateway turns to the first of them' }),
  })
  .meta({ id: 'Lane' })

/** What the gateway still has to do, and what a person has to (contract 1, `queue`). */
export const queue = z
  .object({
    waiting: count.meta({ description: 'Kept here to be sent by themselves, and not sent yet' }),
    to_consolidate: count.meta({ description: 'Receipts that wait for their consolidated document' }),
    in_doubt: count.meta({ description: 'Sent, and nobody knows what became of it' }),
    oldest_waiting_at: at.nullable(),
    lanes: z.array(lane),
    attention: z.partialRecord(z.enum(attentionCodes), count),
    hindrances: z.array(
      z
        .object({
          company: z.string(),
          since: at,
          code: z.enum(attentionCodes).nullable(),
          unreachable: z.boolean().meta({ description: 'The authority does not answer, or asked us to wait' }),
          message: z.string(),
        })
        .meta({ id: 'Hindrance' }),
    ),
  })
  .meta({ id: 'Queue' })

const bytes = count.nullable().meta({ description: 'Null where it could not be found out' })

const alert = z
  .object({
    code: z.enum(alertCodes),
    verdict: z.enum(['warning', 'bad']),
    company: z.string().nullable().meta({ description: 'Null where it concerns all of them' }),
    since: at,
    message: z.string(),
  })
  .meta({ id: 'Alert' })

/** One thing the gateway does over and over for a company. */
const loop = z
  .object({
    company: z.string(),
    name: z.string(),
    step_ms: count.nullable().meta({ description: 'How long its present step has taken; null where it rests' }),
    rested_ms: count.nullable().meta({ description: 'How long ago its last round ended; null before the first' }),
    stuck: z.boolean(),
  })
  .meta({ id: 'Loop' })

/** Whether the gateway does its work (contract 10). */
export const health = z
  .object({
    verdict: z.enum(['good', 'warning', 'bad']),
    sentence: z.string().meta({ description: 'The worst there is to say, and the next step' }),
    at: at.meta({ description: 'When it was looked at' }),
    alerts: z.array(alert).meta({ description: 'The worst first' }),
    unsent: count
      .nullable()
      .meta({ description: 'Documents that could go and are not sent; null: the store is silent' }),
    oldest_unsent_at: at.nullable().meta({ description: 'When the oldest of them was accepted' }),
    in_doubt: count.nullable().meta({ description: 'Sent, and nobody knows what became of it' }),
    window_closing: count
      .nullable()
      .meta({ description: 'Unsent documents whose time for submission, by ISSUED_AT, is nearly over or over' }),
    last_contact_at: at.nullable().meta({ description: 'When the authority last answered since the gateway started' }),
    disk_free_bytes: bytes,
    wal_bytes: bytes,
    event_loop_delay_ms: z.number().min(0).meta({ description: 'Of the last quarter of a minute, 99th percentile' }),
    loops: z.array(loop),
  })
  .meta({ id: 'Health' })

export const recordParams = z.object({ guid: guid.meta({ description: 'SALE_GUID of the record' }) })

export const picture = z.string().meta({ id: 'Picture', description: 'The picture itself' })
export const slip = z.string().meta({ id: 'Slip', description: 'A page of HTML that loads nothing from anywhere' })

const check = z
  .object({
    name: z.string(),
    verdict: z.enum(['good', 'warning', 'bad']),
    message: z.string(),
  })
  .meta({ id: 'Check' })
export const doctor = z.object({ verdict: check.shape.verdict, checks: z.array(check) }).meta({ id: 'Doctor' })

export const backupAsk = z.strictObject({ file: text(1000) }).meta({ id: 'BackupAsk' })
export const backup = z.object({ file: z.string(), bytes: count }).meta({ id: 'Backup' })

export const exportQuery = z.object({
  from: day.meta({ description: 'First day of submission, in the company’s time zone' }),
  to: day.meta({ description: 'Last day, included' }),
  after: digits(Number.MAX_SAFE_INTEGER).optional().meta({ description: 'The `next` of the page before' }),
})
export const exportPage = z.object({ items: z.array(record), next: z.int().nullable() }).meta({ id: 'ExportPage' })

export const practiceFaultAsk = z
  .looseObject({ kind: z.string().min(1, says('too_short')) })
  .meta({ id: 'PracticeFaultAsk', description: 'A fault to rehearse; `{"kind":"none"}` ends it' })
export const practiceFault = z.object({ kind: z.string() }).meta({ id: 'PracticeFault' })

export const practiceWarnings = z
  .object({
    items: z.array(
      z.object({
        AUTHORITY_UUID: z.string(),
        DOCUMENT_NUMBER: z.string(),
        WARNINGS: z
          .array(
            z.object({
              FIELD: z.string(),
              STATED: z.string().meta({ description: 'The amount as the document states it' }),
              EXPECTED: z.string().meta({ description: 'What its other amounts come to' }),
            }),
          )
          .meta({ description: 'Each amount that does not add up' }),
      }),
    ),
  })
  .meta({
    id: 'PracticeWarnings',
    description: 'They were taken all the same: the authority is not known to check its arithmetic',
  })

export const practiceCertificateAsk = z.strictObject({ company: keyText() }).meta({ id: 'PracticeCertificateAsk' })
export const practiceCertificate = z
  .object({
    company: z.string(),
    certificate: z.base64().meta({ description: 'A PKCS#12 file in base64' }),
    password: z.string().meta({ description: 'Of the file; shown this once' }),
  })
  .meta({ id: 'PracticeCertificate' })
