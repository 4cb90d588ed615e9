import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { correction } from '../../../shared/catalogue/shapes/new-document.ts'
import type { RecordView } from '../handlers/record-view.ts'
import { type Handler, ok } from '../http/call.ts'
import { readBody } from '../sale-of-body.ts'
import type { Records } from '../store/port-records.ts'
import { recordAt } from './records-find.ts'

export interface CorrectionParts {
  readonly records: Pick<Records, 'byGuid' | 'body'>
  readonly view: RecordView
}

/**
 * The body of a refused record, so that a person can mend it and submit it again under its SALE_GUID (contract 5). In
 * full, numbers of people too, which the record's own page masks: what is masked cannot be sent. Hence of no other record.
 */
export const showCorrection =
  ({ records, view }: CorrectionParts): Handler =>
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
