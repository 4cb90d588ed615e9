import type { Cell } from '../../../../shared/api/endpoint.ts'
import { Fault } from '../../../../shared/api/faults.ts'
import { toDomainNames } from '../../../../shared/api/names.ts'
import { decideVoid } from '../../../../shared/domain/decide-void.ts'
import { evolve } from '../../../../shared/domain/evolve.ts'
import type { BusinessKey } from '../../../../shared/domain/record.ts'
import { type Call, type GridHandler, ok } from '../../http/call.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { Stored } from '../../store/port/records.ts'
import type { RecordDeps } from './deps.ts'
import { findRecord, isVisible } from './find-record.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

export const voidByGuid =
  (deps: RecordDeps, cell: Cell): GridHandler<'voidByGuid'> =>
  (call) =>
    voiding(deps, call, () => findRecord(deps.records, call.body.SALE_GUID, cell, call.caller))

export const voidBySaleCode =
  (deps: RecordDeps, cell: Cell): GridHandler<'voidBySaleCode'> =>
  (call) =>
    voiding(deps, call, async () => {
      const key: BusinessKey = toDomainNames(call.body)
      const { live, latestVoided } = await deps.records.byKey(cell.family, cell.kind, key)
      const stored = live ?? latestVoided
      if (!stored || !isVisible(stored, call.caller)) throw new Fault('record_not_found')
      return stored
    })

/** Void and dispatch race on one compare-and-set: whoever writes first wins, the other sees it (interface 3). */
const voiding = (deps: RecordDeps, call: Call, find: () => Promise<Stored>) =>
  retryOnConflict(async () => {
    const was = await find()
    const decision = decideVoid(was.record, { by: call.caller.by, at: deps.clock.now() })
    if (decision.kind === 'refused')
      throw new Fault(decision.code, { record: await deps.view.show(was, call.language) })
    const record = evolve(was.record, decision.event)
    const written = await deps.records.write({
      writes: [{ kind: 'update', was, record, event: decision.event, by: call.caller.by, dueAt: null }],
    })
    if (!written.ok) return undefined
    checkpoint('void_stored')
    const stored = { seq: was.seq, record }
    await deps.outbox.changed(stored)
    return ok(await deps.view.show(stored, call.language))
  })
