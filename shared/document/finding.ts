/** One thing wrong with a document: where, what kind, and the figures a sentence about it needs. */
export interface Finding {
  /** Keys and indexes from the document's root, in domain names. */
  readonly path: readonly (string | number)[]
  readonly code: FindingCode
  readonly values?: Readonly<Record<string, string>>
}

/** Codes of `errors[]` in a `validation_failed` answer; each has a sentence in `words`. */
export const findingCodes = [
  'required',
  'unknown_field',
  'wrong_type',
  'too_long',
  'too_short',
  'too_many',
  'bad_guid',
  'bad_text',
  'bad_instant',
  'bad_day',
  'bad_time_zone',
  'bad_tin',
  'bad_id_number',
  'bad_phone',
  'bad_email',
  'bad_registration_number',
  'bad_postcode',
  'bad_uuid',
  'not_an_amount',
  'too_many_places',
  'negative',
  'out_of_range',
  'not_listed',
  'unknown_code',
  'obsolete_code',
  'company_unknown',
  'in_future',
  'amount_differs',
  'total_differs',
  'becomes_negative',
  'rate_required',
  'tax_rate_required',
  'exemption_reason_required',
  'one_of_two',
  'period_reversed',
  'buyer_required',
  'buyer_not_allowed',
  'state_not_allowed',
  'general_tin_needs_consolidated_class',
  'general_tin_not_individual',
  'consolidation_not_allowed',
  'consolidation_limit',
  'original_unknown',
  'original_voided',
  'original_cancelled',
  'original_repeated',
  'document_too_large',
  'code_taken',
  'file_not_written',
  'bad_certificate',
  'wrong_certificate_password',
  'certificate_without_key',
  'unsupported_certificate',
] as const
export type FindingCode = (typeof findingCodes)[number]

export const finding = (
  path: Finding['path'],
  code: FindingCode,
  values?: Readonly<Record<string, string>>,
): Finding => (values ? { path, code, values } : { path, code })
