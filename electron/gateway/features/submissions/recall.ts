import type { KnownRecords } from '../../../../shared/domain/decide-submission.ts'
import type { BusinessKey } from '../../../../shared/domain/record.ts'
import { readable, readBody } from '../../kept-sale.ts'
import type { KeptEvent, Records, Stored } from '../../store/port/records.ts'
import { areBodiesEqual } from './body-equality.ts'
import type { Submission } from './check-submission.ts'

export interface Recalled {
  readonly records: KnownRecords
  readonly byGuid: Stored | null
  readonly byKey: Stored | null
  readonly voidedByKey: Stored | null
  /** The record that this may be a repeat or a correction of. */
  readonly candidate: Stored | null
}

/** The key alone: the rest of a sale is none of the store's business. */
const keyOf = ({ companyCode, outletName, terminalName, shiftCode, saleCode }: BusinessKey): BusinessKey => ({
  companyCode,
  outletName,
  terminalName,
  shiftCode,
  saleCode,
})

/** What the store knows under the names a submission uses. */
export async function recall(records: Records, { sale, cell, call }: Submission): Promise<Recalled> {
  const byGuid = sale.saleGuid === undefined ? null : await records.byGuid(sale.saleGuid)
  const { live, latestVoided } = await records.byKey(cell.family, cell.kind, keyOf(sale))
  const candidate = byGuid ?? live
  const isSame = candidate !== null && (await isBodyOf(records, candidate, call.json, candidate.record.revision))
  return {
    records: {
      byGuid: byGuid?.record ?? null,
      byKey: live?.record ?? null,
      voidedByKey: latestVoided?.record ?? null,
      isSameBody: isSame,
      isBodyBeforeConversion:
        candidate !== null && !isSame && (await isBodyBeforeConversion(records, candidate, call.json)),
    },
    byGuid,
    byKey: live,
    voidedByKey: latestVoided,
    candidate,
  }
}

/** Of one that is damaged nobody can say that it is the same. */
async function isBodyOf(records: Records, { seq }: Stored, given: object, revision: number): Promise<boolean> {
  const body = await records.body(seq, revision)
  const kept = readable(() => readBody(body))
  return kept !== null && areBodiesEqual(given, kept)
}

/** A body belongs to each event that begins a revision. */
const beginsRevision = ({ event }: KeptEvent): boolean =>
  event.type === 'received' || event.type === 'revised' || event.type === 'resent' || event.type === 'converted'

async function isBodyBeforeConversion(records: Records, stored: Stored, given: object): Promise<boolean> {
  const { revision, consolidated } = stored.record
  if (revision === 1 || consolidated) return false
  const revisions = (await records.events(stored.seq)).filter(beginsRevision)
  const before = revisions.findLastIndex(({ event }) => event.type === 'converted')
  return before > 0 && isBodyOf(records, stored, given, before)
}
