import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { shiftDetailSchema, tillsSchema } from '../../../../shared/api/operator/shifts.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { dayOf, shopDayOf } from '../../../../shared/domain/calendar.ts'
import { shiftCodeOfConsolidated } from '../../../../shared/domain/consolidation-rules.ts'
import { seesCompany, seesOutlet } from '../../../../shared/domain/outlet.ts'
import { decideClosing } from '../../../../shared/domain/shift.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { type CallTo, companyNamed, type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { ClosedShiftsQuery, TillShift } from '../../store/port/shifts.ts'
import {
  changesSinceClose,
  currentReport,
  journalHeadCodeOf,
  type KeptReport,
  matchesTillTotals,
  reportOf,
  reportShown,
  type ShiftDeps,
  shiftOfCall,
  shiftShown,
} from './shown.ts'
import { comparisonsOf, keepTillReport } from './till-report.ts'

const pageSize = 25

export const shiftsRoutes = (deps: ShiftDeps) =>
  ({
    tills: listTills(deps),
    openShift: async (call) => {
      const { company, outlet: outletName, terminal: terminalName, shift: shiftCode } = call.body
      const { companyGuid, timeZone } = (await companyNamed(deps.companies, company, call.caller)).profile
      const till = { companyGuid, outletName, terminalName, shiftCode }
      if (!seesOutlet(call.caller, till)) throw new Fault('insufficient_scope', { says: 'another_outlet' })
      const at = deps.clock.now()
      const id = deps.randomness.guid()
      const today = shopDayOf(at, timeZone)
      return ok(shiftShown(await deps.shifts.open({ ...till, id, at, by: call.caller.by, today })))
    },
    closedShifts: async (call) => {
      const found = await deps.shifts.closedOnes(await closedQuery(deps, call))
      const page = found.slice(0, pageSize)
      const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null
      const told = await deps.shifts.tillReports(page.map(({ id }) => id))
      return ok({
        items: page.map((shift) => ({ ...shiftShown(shift), till_agrees: matchesTillTotals(shift, told) })),
        next,
      })
    },
    showShift: async (call) => ok(await shown(deps, await shiftOfCall(deps, call), call.language)),
    closeShift: closeShift(deps),
    keepTillReport: keepTillReport(deps),
  }) satisfies Partial<OperatorHandlers>

type Item = z.output<typeof tillsSchema>['items'][number]

/** A few weeks of a shop. */
const recordsLookedAt = 20_000

/** Tills that sold something lately or have an open shift. */
const listTills =
  (deps: ShiftDeps): OperatorHandler<'tills'> =>
  async ({ caller }) => {
    const companies = await deps.companies.list()
    const visible = companies.filter(({ profile }) => seesCompany(caller, profile.companyGuid))
    const [open, sold, withoutShift] = await Promise.all([
      deps.shifts.openOnes(caller),
      deps.records.shifts(caller, recordsLookedAt),
      Promise.all(
        visible.map(({ profile: { companyGuid, timeZone } }) => {
          const today = shopDayOf(deps.clock.now(), timeZone)
          return deps.shifts.withoutShift({ companyGuid, outlets: caller.outlets }, today)
        }),
      ),
    ])
    const items = new Map<string, Item>()
    const at = (till: Pick<TillShift, 'companyCode' | 'outletName' | 'terminalName'>): Item => {
      const names = { company: till.companyCode, outlet: till.outletName, terminal: till.terminalName }
      const key = JSON.stringify(names)
      const item = items.get(key) ?? { ...names, open: [], without_shift: [] }
      items.set(key, item)
      return item
    }
    for (const shift of open) at(shift).open.push(shiftShown(shift))
    for (const { shiftCode, count, newestAt, ...till } of withoutShift.flat())
      at(till).without_shift.push({ shift: shiftCode, count, newest_at: toIsoTime(newestAt) })
    for (const shift of sold) if (shift.shiftCode !== shiftCodeOfConsolidated) at(shift)
    const keys = [...items.keys()].toSorted()
    return ok({
      items: keys.flatMap((key) => items.get(key) ?? []),
      companies: visible.map(({ profile: { companyCode, name }, rules }) => ({
        code: companyCode,
        name,
        rounds_cash: rules.roundsCash,
        refund_limit: rules.refundLimits?.ofKept ?? '0',
      })),
    })
  }

/** @throws Fault bad_query if a till is named only in part; record_not_found if the page before does not exist */
async function closedQuery(deps: ShiftDeps, call: CallTo<'closedShifts'>): Promise<ClosedShiftsQuery> {
  const { company, outlet, terminal, before } = call.query
  const own = call.caller.companyGuid
  const companyGuid =
    company === undefined ? own : (await companyNamed(deps.companies, company, call.caller)).profile.companyGuid
  const isTill = companyGuid !== null && outlet !== undefined && terminal !== undefined
  if (!isTill && (outlet !== undefined || terminal !== undefined))
    throw new Fault('bad_query', { values: { parameter: 'outlet' } })
  const last = before === undefined ? null : await deps.shifts.byId(before)
  if (before !== undefined && !(last?.closed && seesOutlet(call.caller, last)))
    throw new Fault('record_not_found', { says: 'no_such_shift' })
  return {
    companyGuid,
    outlets: call.caller.outlets,
    till: isTill ? { companyGuid, outletName: outlet, terminalName: terminal } : null,
    before: last?.closed ? { at: last.closed.at, id: last.id } : null,
    limit: pageSize + 1,
  }
}

/** Every sale of the report is in the journal by then. The report carries the head code of the journal. */
const closeShift =
  (deps: ShiftDeps): OperatorHandler<'closeShift'> =>
  async (call) => {
    const shift = await shiftOfCall(deps, call)
    if (shift.closed) throw new Fault('shift_closed')
    const { reason = null, remainders } = call.body
    const at = deps.clock.now()
    const { report, throughSeq } = await currentReport(deps, shift, at)
    const journal = journalHeadCodeOf(await deps.journal.status())
    const count = report.remainders.length
    const decision = decideClosing(count, journal.isTrusted, { accepted: remainders ?? 0, reason })
    if (decision.kind === 'blocked') throw new Fault('shift_close_denied', { values: { remainders: String(count) } })
    if (decision.kind === 'reason_needed') throw validationFailed([{ pointer: '/reason', code: 'required' }])
    const closed = await deps.shifts.close(shift.id, {
      at,
      by: call.caller.by,
      isClean: decision.isClean,
      reason,
      report: JSON.stringify({ report, journal } satisfies KeptReport),
      throughSeq,
      code: journal.code,
    })
    if (closed === 'closed_already') throw new Fault('shift_closed')
    return ok(await shown(deps, closed, call.language))
  }

async function shown(
  deps: ShiftDeps,
  shift: TillShift,
  language: Language,
): Promise<z.output<typeof shiftDetailSchema>> {
  const kept = await reportOf(deps, shift)
  const { report, journal } = kept
  const isClean = report.remainders.length === 0 && journal.isTrusted
  const zone = (await deps.companies.byGuid(shift.companyGuid))?.profile.timeZone ?? 'UTC'
  return {
    shift: shiftShown(shift),
    report: reportShown(kept, language),
    can_close: shift.closed ? null : isClean ? 'clean' : 'with_remainders',
    now: shift.closed && (await changesSinceClose(deps, shift, kept, language)),
    till: await comparisonsOf(deps, shift, [shift.id, dayOf(shift.openedAt, zone)]),
  }
}
