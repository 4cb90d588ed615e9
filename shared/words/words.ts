import type { FaultCode } from '../api/faults.ts'
import type { FindingCode } from '../document/finding.ts'
import type { AlertCode } from '../domain/alert.ts'
import type { NextActionReason } from '../domain/next-action.ts'
import type { AttentionCode } from '../domain/record.ts'
import { en, enOne } from './en.ts'
import { defineWords, translate } from './engine.ts'
import { ms } from './ms.ts'
import type { PrintedDocumentWord } from './slip.ts'
import { outletWords } from './to-head-office.ts'
import { zh } from './zh.ts'

/** All sentences of the gateway, by subject. Values stand in double braces. */
export interface GatewayWords {
  readonly fault: Readonly<Record<FaultCode, string>>
  readonly finding: Readonly<Record<FindingCode, string>>
  readonly nextAction: Readonly<Record<NextActionReason, string>>
  readonly attention: Readonly<Record<AttentionCode, string>>
  readonly taxpayer: Readonly<Record<TaxpayerCheckProblem, string>>
  readonly status: Readonly<Record<GatewayStatusWord, string>>
  readonly alert: Readonly<Record<AlertCode, string>>
  readonly slip: Readonly<Record<PrintedDocumentWord, string>>
}

export type TaxpayerCheckProblem = 'mismatch' | 'general' | 'malformed'

/** Sentences about the state of the gateway itself. */
export type GatewayStatusWord =
  | 'storage_failing'
  | 'storage_full'
  | 'storage_unreachable'
  | 'storage_read_only'
  | 'storage_busy'
  | 'body_damaged'
  | 'other_network_name'
  | 'storage_sound'
  | 'queue_empty'
  | 'queue_waiting'
  | 'nobody_needed'
  | 'copy_kept'
  | 'copy_stuck'
  | 'journal_sound'
  | 'authority_reached'
  | 'authority_unreachable'
  | 'proxy_silent'
  | 'proxy_refused'
  | 'proxy_unreadable'
  | 'credentials_missing'
  | 'credentials_refused'
  | 'credentials_of'
  | 'credentials_of_another'
  | 'not_appointed'
  | 'upstream_token_good'
  | 'upstream_token_refused'
  | 'upstream_token_lacks'
  | 'upstream_no_gateway'
  | 'person_needed'
  | 'dispatch_off'
  | 'no_company'
  | 'clock_right'
  | 'clock_off'
  | 'clock_wrong'
  | 'codes_known'
  | 'codes_old'
  | 'company_code_obsolete'
  | 'codes_unreachable'
  | 'codes_timed_out'
  | 'codes_refused'
  | 'codes_too_large'
  | 'codes_unreadable'
  | 'codes_empty'
  | 'codes_shrunk'
  | 'certificate_good'
  | 'certificate_missing'
  | 'certificate_expired'
  | 'certificate_not_yet_valid'
  | 'certificate_expires_soon'
  | 'certificate_wrong_tin'
  | 'certificate_wrong_number'
  | 'certificate_wrong_use'
  | 'certificate_self_signed'
  | 'certificate_weak_key'
  | 'way_not_free'
  | 'turned_away'
  | 'session_locked'
  | 'sign_in_needed'
  | 'owner_pin_needed'
  | 'no_such_person'
  | 'set_up_already'
  | 'installation_told'
  | 'installation_used'
  | 'installation_unready'
  | 'tin_belongs'
  | 'tin_of_nobody'
  | 'tin_not_asked'
  | 'pin_paused'
  | 'approval_unfit'
  | 'refund_needs_supervisor'
  | 'admin_of_one_company'
  | 'of_all_outlets'
  | 'another_outlet'
  | 'changes_ahead'
  | 'no_such_draft'
  | 'draft_changed'
  | 'no_such_shift'
  | 'no_such_reconciliation'
  | 'screens_missing'
  | 'mail_off'
  | 'mail_enough'
  | 'all_well'

export const languages = ['en', 'ms', 'zh'] as const
export type Language = (typeof languages)[number]

export const words: Readonly<Record<Language, GatewayWords>> = { en, ms, zh }

const ofHeadOffice = <Section extends 'fault' | 'status' | 'alert'>(section: Section) => ({
  en: outletWords.en[section],
  ms: outletWords.ms[section],
  zh: outletWords.zh[section],
})

/** Sections whose sentences have values. */
const rooms = {
  fault: defineWords({
    en: en.fault,
    ms: ms.fault,
    zh: zh.fault,
    one: enOne.fault,
    ofHeadOffice: ofHeadOffice('fault'),
  }),
  finding: defineWords({
    en: en.finding,
    ms: ms.finding,
    zh: zh.finding,
    ofNothing: {
      en: { refund_over_original: 'All of it has been refunded already: nothing is left to refund.' },
      ms: { refund_over_original: 'Semuanya sudah dibayar balik: tiada baki untuk dibayar balik.' },
      zh: { refund_over_original: '已经全部退款：没有可退的金额了。' },
    },
  }),
  status: defineWords({
    en: en.status,
    ms: ms.status,
    zh: zh.status,
    one: enOne.status,
    ofHeadOffice: ofHeadOffice('status'),
  }),
  alert: defineWords({
    en: en.alert,
    ms: ms.alert,
    zh: zh.alert,
    one: enOne.alert,
    ofHeadOffice: ofHeadOffice('alert'),
  }),
}

/** A sentence of the gateway with its values filled in. */
export const say = <Section extends keyof typeof rooms>(
  language: Language,
  section: Section,
  key: keyof GatewayWords[Section] & string,
  values?: Readonly<Record<string, string>>,
): string => translate<string>(rooms[section], language, key, values)

/** The first language of an Accept-Language header that Resit speaks; if none, English (RFC 9110 12.5.4). */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en'
  const wanted = acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { primary: tag.split('-')[0], weight: weight ? Number(weight.trim().slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { primary } of wanted) {
    const language = languages.find((spoken) => spoken === primary)
    if (language) return language
  }
  return 'en'
}
