import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { PracticeDeps } from './practice-fault.ts'

/** What the practice authority took although it does not add up: the real one may be less patient one day. */
export const practiceWarnings =
  ({ practice }: PracticeDeps): OperatorHandler<'practiceWarnings'> =>
  async () => {
    if (!practice) throw new Fault('route_not_found')
    const items = practice.warnings().map(({ uuid, internalId, warnings }) => ({
      AUTHORITY_UUID: uuid,
      DOCUMENT_NUMBER: internalId,
      WARNINGS: warnings.map(({ path, stated, expected }) => ({ FIELD: path, STATED: stated, EXPECTED: expected })),
    }))
    return ok({ items })
  }
