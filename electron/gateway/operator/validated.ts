import { Fault } from '../../../shared/catalogue/faults.ts'
import type { WireRecord } from '../../../shared/catalogue/shapes/record.ts'
import type { RecordView } from '../handlers/record-view.ts'
import type { Call } from '../http/call.ts'
import type { Records, Stored } from '../store/port-records.ts'

export interface ValidatedParts {
  readonly records: Pick<Records, 'byGuid'>
  readonly view: RecordView
}

/** A record whose document anybody can look at, at the authority. */
export interface Validated {
  readonly stored: Stored
  readonly shown: WireRecord
  readonly validationUrl: string
}

/**
 * The record that the path names, where the authority has validated its document.
 * @throws Fault record_not_found; route_not_found with the record where it has no validation link (yet): to say that
 * the record is not found could make a till sell it again
 */
export async function validatedRecord({ records, view }: ValidatedParts, call: Call): Promise<Validated> {
  const { params, caller, language } = call
  const stored = await records.byGuid(params['guid'] ?? '')
  const isVisible = caller.companyGuid === null || caller.companyGuid === stored?.record.companyGuid
  if (!stored || !isVisible) throw new Fault('record_not_found')
  const shown = await view.show(stored, language)
  const validationUrl = shown.AUTHORITY?.VALIDATION_URL ?? null
  const isValidated = shown.STATUS === 'Valid' || shown.STATUS === 'Cancelled'
  if (isValidated && validationUrl !== null) return { stored, shown, validationUrl }
  throw new Fault('route_not_found', {
    says: 'no_validation_link',
    values: { status: shown.STATUS },
    record: shown,
  })
}
