import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { shownShift } from '../../../../shared/api/operator/shifts.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { decideClosing } from '../../../../shared/domain/shift.ts'
import { remaindersOf } from '../../../../shared/domain/shift-report.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { TillShift } from '../../store/port/shifts.ts'
import { type KeptReport, markOf, reportNow, reportOf, type ShiftDeps, shiftAt } from './kept-report.ts'
import { remainderShown, reportShown, shiftShown } from './shown.ts'

type Shown = z.output<typeof shownShift>
export type SinceThen = NonNullable<Shown['now']>

export const showShift =
  (deps: ShiftDeps): OperatorHandler<'showShift'> =>
  async (call) => {
    const shift = await shiftAt(deps, call)
    return ok(await shown(deps, shift, call.language))
  }

/**
 * Closes a shift over what it holds at this moment: everything the report is over stands in the journal by then, and the
 * head code of the journal goes onto the report.
 */
export const closeShift =
  (deps: ShiftDeps): OperatorHandler<'closeShift'> =>
  async (call) => {
    const shift = await shiftAt(deps, call)
    if (shift.closed) throw new Fault('shift_closed')
    const { reason = null, remainders } = call.body
    const at = deps.clock.now()
    const { report, throughSeq } = await reportNow(deps, shift, at)
    const journal = markOf(await deps.journal.status())
    const count = report.remainders.length
    const decision = decideClosing(count, journal.isTrusted, { accepted: remainders ?? 0, reason })
    if (decision.kind === 'blocked') throw new Fault('shift_close_denied', { values: { remainders: String(count) } })
    if (decision.kind === 'reason_needed') throw validationFailed([{ pointer: '/reason', code: 'required' }])
    const kept: KeptReport = { form: 1, report, journal }
    const closed = await deps.shifts.close(shift.id, {
      at,
      by: call.caller.by,
      isClean: decision.isClean,
      reason,
      report: JSON.stringify(kept),
      throughSeq,
      code: journal.code,
    })
    if (closed === 'closed_already') throw new Fault('shift_closed')
    deps.consolidating.shiftEnded(closed, call.caller.by)
    return ok(await shown(deps, closed, call.language))
  }

async function shown(deps: ShiftDeps, shift: TillShift, language: Language): Promise<Shown> {
  const kept = await reportOf(deps, shift)
  const { report, journal } = kept
  const isClean = report.remainders.length === 0 && journal.isTrusted
  return {
    shift: shiftShown(shift),
    report: reportShown(kept, language),
    can_close: shift.closed ? null : isClean ? 'clean' : 'with_remainders',
    now: shift.closed && (await sinceThen(deps, shift, kept, language)),
  }
}

/** What became of what was left when the shift was closed. */
export async function sinceThen(
  { shifts, records, clock, authority, submissionRules }: ShiftDeps,
  { id }: TillShift,
  { report }: KeptReport,
  language: Language,
): Promise<SinceThen> {
  const remainders = await Promise.all(
    report.remainders.map(async (was) => {
      const stored = await records.byGuid(was.saleGuid)
      const [now = null] = stored ? remaindersOf([stored.record], authority.clock.now(), submissionRules) : [was]
      return remainderShown(was, now, stored ? statusOf(stored.record) : was.status, language)
    }),
  )
  return { at: toWire(clock.now()), remainders, late: await shifts.lateCount(id) }
}
