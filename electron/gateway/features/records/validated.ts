import { Fault } from '../../../../shared/api/faults.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import type { CallNaming } from '../../http/call.ts'
import type { Stored } from '../../store/port/records.ts'
import type { RecordDeps } from './deps.ts'
import { recordAt } from './record-at.ts'

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
export async function validatedRecord(
  { records, view }: Pick<RecordDeps, 'records' | 'view'>,
  call: CallNaming<'guid'>,
): Promise<Validated> {
  const stored = await recordAt(records, call)
  const shown = await view.show(stored, call.language)
  const validationUrl = shown.AUTHORITY?.VALIDATION_URL ?? null
  const isValidated = shown.STATUS === 'Valid' || shown.STATUS === 'Cancelled'
  if (isValidated && validationUrl !== null) return { stored, shown, validationUrl }
  throw new Fault('route_not_found', {
    says: 'no_validation_link',
    values: { status: shown.STATUS },
    record: shown,
  })
}
