import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { closeShiftAsk, shownShift } from '../../../shared/catalogue/shapes/shifts.ts'
import { decideClosing } from '../../../shared/domain/shift.ts'
import { remaindersOf } from '../../../shared/domain/shift-report.ts'
import { statusOf } from '../../../shared/domain/status.ts'
import type { Language } from '../../../shared/words/words.ts'
import { type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { TillShift } from '../store/port-shifts.ts'
import { type KeptReport, markOf, reportNow, reportOf, type ShiftParts, shiftAt } from './desk.ts'
import { remainderShown, reportShown, shiftShown } from './shown.ts'

type Shown = z.output<typeof shownShift>
export type SinceThen = NonNullable<Shown['now']>

export const showShift =
  (parts: ShiftParts): Handler =>
  async (call) => {
    const shift = await shiftAt(parts, call)
    return ok(await shown(parts, shift, call.language))
  }

/**
 * Closes a shift over what it holds at this moment. What is proven first: everything the report is over stands in the
 * journal that is sealed then, and its head code goes onto the report. Afterwards it is sealed again with the closing.
 */
export const closeShift =
  (parts: ShiftParts): Handler =>
  async (call) => {
    const shift = await shiftAt(parts, call)
    if (shift.closed) throw new Fault('shift_closed')
    const { REASON, remainders } = call.body as z.output<typeof closeShiftAsk>
    const reason = REASON ?? null
    const at = parts.clock.now()
    const { report, throughSeq } = await reportNow(parts, shift, at)
    const journal = markOf(await parts.journal.seal(at))
    const count = report.remainders.length
    const decision = decideClosing(count, journal.isTrusted, { accepted: remainders ?? 0, reason })
    if (decision.kind === 'blocked') throw new Fault('shift_close_denied', { values: { remainders: String(count) } })
    if (decision.kind === 'reason_needed') throw validationFailed([{ pointer: '/REASON', code: 'required' }])
    const kept: KeptReport = { form: 1, report, journal }
    const closed = await parts.shifts.close(shift.id, {
      at,
      by: call.caller.by,
      isClean: decision.isClean,
      reason,
      report: JSON.stringify(kept),
      throughSeq,
      code: journal.code,
    })
    if (closed === 'closed_already') throw new Fault('shift_closed')
    await parts.journal.seal(parts.clock.now())
    parts.shiftEnded(closed, call.caller.by)
    return ok(await shown(parts, closed, call.language))
  }

async function shown(parts: ShiftParts, shift: TillShift, language: Language): Promise<Shown> {
  const kept = await reportOf(parts, shift)
  const { report, journal } = kept
  const isClean = report.remainders.length === 0 && journal.isTrusted
  return {
    shift: shiftShown(shift),
    report: reportShown(kept, language),
    can_close: shift.closed ? null : isClean ? 'clean' : 'with_remainders',
    now: shift.closed && (await sinceThen(parts, shift, kept, language)),
  }
}

/** What became of what was left when the shift was closed. */
export async function sinceThen(
  { shifts, records, clock, authority, submissionRules }: ShiftParts,
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
