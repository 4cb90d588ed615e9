import { expect, test } from 'vitest'
import { Fault, faultCodes, faults } from '../../shared/api/faults.ts'
import { problemSchema } from '../../shared/api/shapes/problem.ts'

/** The table of contract 2, row by row. */
const table = `
400 malformed_json bad_encoding duplicate_key too_deep bad_header bad_date range_reversed bad_cursor bad_request_target bad_query
401 unauthorized
403 insufficient_scope origin_not_allowed
404 route_not_found record_not_found company_not_found taxpayer_not_found
405 method_not_allowed
409 sale_guid_reused business_key_reused document_number_reused record_voided record_cancelled taxpayer_ambiguous
409 void_denied_valid void_denied_in_progress void_denied_locked void_denied_consolidated void_denied_cancelled void_denied_invalid
409 cancel_denied_status cancel_denied_period cancel_denied_referenced cancel_denied_consolidated cancel_refused
413 body_too_large
415 unsupported_media_type
421 host_not_allowed
422 validation_failed
429 too_many_requests
500 internal_error
503 storage_unavailable authority_unavailable`

/** Codes that only the acts of a supervisor can answer with (contract 10). A till meets only the first. */
const ofScreens = `
409 record_closed record_changed correction_denied_status look_up_denied_status release_denied_status closure_denied_status resend_denied_status
409 conversion_denied_status conversion_denied_period conversion_denied_consolidated conversion_denied_refunded consolidation_running
409 resolution_denied_status resolution_denied_found resolution_denied_not_found resolution_denied_quarantine
404 webhook_not_found no_validation_link
409 shift_closed shift_close_denied reconciliation_running
409 installation_denied mail_denied`

const agreed = (table + ofScreens)
  .trim()
  .split('\n')
  .flatMap((row) => {
    const [status, ...codes] = row.split(' ')
    return codes.map((code) => [code, Number(status)] as const)
  })

test('the error codes are those of the contract and of the screens with their HTTP statuses, and no others', () => {
  const known = faultCodes.map((code) => [code, faults[code].status])
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(agreed))
})

test('no title says the same as another, so that a person can tell two errors apart', () => {
  const titles = faultCodes.map((code) => faults[code].title)
  expect(new Set(titles).size).toBe(titles.length)
})

test('a fault carries its code and cause, and a problem knows every code', () => {
  const cause = new Error('disk')
  const fault = new Fault('storage_unavailable', { cause })
  expect(fault).toMatchObject({ name: 'Fault', code: 'storage_unavailable', cause })
  expect(problemSchema.shape.code.options).toEqual(faultCodes)
})
