import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { correction } from '../../../../shared/api/operator/new-document.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { readBody } from '../../kept-sale.ts'
import type { RecordDeps } from './deps.ts'
import { recordAt } from './record-at.ts'

/**
 * The body of a refused record, so that a person can mend it and submit it again under its SALE_GUID (contract 5). In
 * full, numbers of people too, which the record's own page masks: what is masked cannot be sent. Hence of no other record.
 */
export const showCorrection =
  ({ records, view }: RecordDeps): OperatorHandler<'correction'> =>
  async (call) => {
    const stored = await recordAt(records, call)
    const { phase, consolidated, closed, version, revision } = stored.record
    const isRefused = phase === 'invalid' && !consolidated
    if (!isRefused || closed) {
      const record = await view.show(stored, call.language)
      throw new Fault(isRefused ? 'record_closed' : 'correction_denied_status', { record })
    }
    const body = readBody(await records.body(stored.seq, revision)) as z.output<typeof correction>['body']
    return ok({ version, body } satisfies z.output<typeof correction>)
  }
