import type { Cell } from '../../../shared/catalogue/endpoint.ts'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { decideVoid } from '../../../shared/domain/decide-void.ts'
import { evolve } from '../../../shared/domain/evolve.ts'
import type { BusinessKey } from '../../../shared/domain/record.ts'
import { crashPoint } from '../crash-points.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import type { Clock } from '../ports.ts'
import type { Records, Stored } from '../store/port-records.ts'
import { untilFresh } from '../until-fresh.ts'
import { findRecord, isVisible } from './find-record.ts'
import type { RecordView } from './record-view.ts'

export interface VoidParts {
  readonly records: Records
  readonly view: RecordView
  readonly clock: Clock
  /** Notes that wait for the record have to know. */
  readonly voided: (stored: Stored) => Promise<void>
}

export const voidByGuid = (parts: VoidParts, cell: Cell): Handler =>
  voiding(parts, (call) => {
    const { SALE_GUID } = call.body as { readonly SALE_GUID: string }
    return findRecord(parts.records, SALE_GUID, cell, call.caller)
  })

export const voidBySaleCode = (parts: VoidParts, cell: Cell): Handler =>
  voiding(parts, async (call) => {
    const { live, latestVoided } = await parts.records.byKey(cell.family, cell.kind, keyOf(call))
    const stored = live ?? latestVoided
    if (!stored || !isVisible(stored, call.caller)) throw new Fault('record_not_found')
    return stored
  })

/** Void and dispatch race on one compare-and-set: whoever writes first wins, the other sees it (interface 3). */
const voiding =
  (parts: VoidParts, find: (call: Call) => Promise<Stored>): Handler =>
  (call) =>
    untilFresh(async () => {
      const was = await find(call)
      const decision = decideVoid(was.record, { by: call.caller.by, at: parts.clock.now() })
      if (decision.kind === 'refused')
        throw new Fault(decision.code, { record: await parts.view.show(was, call.language) })
      const record = evolve(was.record, decision.event)
      const written = await parts.records.write({
        writes: [{ kind: 'update', was, record, event: decision.event, by: call.caller.by, dueAt: null }],
      })
      if (!written.ok) return undefined
      crashPoint('void_stored')
      const stored = { seq: was.seq, record }
      await parts.voided(stored)
      return ok(await parts.view.show(stored, call.language))
    })

function keyOf({ body }: Call): BusinessKey {
  const key = body as Readonly<Record<string, string>>
  return {
    companyCode: key['COMPANY_CODE'] ?? '',
    outletName: key['OUTLET_NAME'] ?? '',
    terminalName: key['TERMINAL_NAME'] ?? '',
    shiftCode: key['SHIFT_CODE'] ?? '',
    saleCode: key['SALE_CODE'] ?? '',
  }
}
