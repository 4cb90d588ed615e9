import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { tillComparisonSchema } from '../../../../shared/api/operator/till-report.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { type Day, isDay, shopDayOf } from '../../../../shared/domain/calendar.ts'
import { seesOutlet } from '../../../../shared/domain/outlet.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import type { Till } from '../../../../shared/domain/shift.ts'
import { compareTillReport } from '../../../../shared/domain/till-report.ts'
import { type CallTo, companyNamed, type OperatorHandler, ok } from '../../http/call.ts'
import type { StoredTillReport } from '../../store/port/shifts.ts'
import { isSameTotal, type ShiftDeps, shiftOfCall, totalAtClose } from './shown.ts'

/** More than an outlet sells in a day. */
const mostOfDay = 20_000
const shiftsLookedAt = 50
/** A till may say what it sold after its shift was closed. */
const longestDelayMs = 12 * 3_600_000

export const keepTillReport =
  (deps: ShiftDeps): OperatorHandler<'keepTillReport'> =>
  async (call) => {
    const { body, caller } = call
    const { companyGuid, timeZone } = (await companyNamed(deps.companies, body.company, caller)).profile
    const till = { companyGuid, outletName: body.outlet, terminalName: body.terminal }
    if (!seesOutlet(caller, till)) throw new Fault('insufficient_scope', { says: 'another_outlet' })
    const { count, total, numbers = null } = body
    const at = deps.clock.now()
    const span = body.day ?? (await shiftOf(deps, till, shopDayOf(at, timeZone), call)).id
    const told = { ...till, span, report: { count, total: total.toFixed(2), numbers }, at, by: caller.by }
    await deps.shifts.keepTillReport(told)
    return ok(await comparison(deps, told))
  }

const isSame = (one: Till, other: Till) =>
  one.companyGuid === other.companyGuid &&
  one.outletName === other.outletName &&
  one.terminalName === other.terminalName

/** If the till has no such shift, one is opened: perhaps nothing that it sold has arrived. */
async function shiftOf(deps: ShiftDeps, till: Till, today: Day, call: CallTo<'keepTillReport'>) {
  const { shifts, randomness, clock } = deps
  const { shift: shiftCode = '', shift_id: id } = call.body
  if (id !== undefined) {
    const named = await shiftOfCall(deps, { ...call, params: { id } })
    if (!isSame(named, till)) throw new Fault('record_not_found', { says: 'no_such_shift' })
    return named
  }
  const [at, { companyGuid }] = [clock.now(), till]
  const open = (await shifts.openOnes({ companyGuid })).find(
    (each) => isSame(each, till) && each.shiftCode === shiftCode,
  )
  if (open) return open
  const closed = await shifts.closedOnes({ companyGuid, till, before: null, limit: shiftsLookedAt })
  const last = closed.find((each) => each.shiftCode === shiftCode)
  if (last && at - (last.closed?.at ?? 0) < longestDelayMs) return last
  return shifts.open({ ...till, id: randomness.guid(), shiftCode, at, by: call.caller.by, today })
}

/** What the till said of a shift, and of the day on which it began. */
export async function comparisonsOf(deps: ShiftDeps, till: Till, spans: readonly string[]) {
  const told = (await deps.shifts.tillReports(spans)).filter((each) => isSame(each, till))
  return Promise.all(told.map((each) => comparison(deps, each)))
}

async function comparison(deps: ShiftDeps, told: StoredTillReport): Promise<z.output<typeof tillComparisonSchema>> {
  const { span, companyGuid, report } = told
  const shift = isDay(span) ? null : await deps.shifts.byId(span)
  const { now, differences: found } = compareTillReport(report, await soldIn(deps, told))
  // What is cancelled after the closing changes nothing.
  const here = (shift && totalAtClose(shift)) ?? now
  const absent = found.filter(({ kind }) => kind !== 'unknown_to_till').map(({ number }) => number)
  const named = absent.length === 0 ? [] : await deps.reconciliations.byNumbers(companyGuid, absent)
  const elsewhere = new Set(named.map(({ record }) => record.documentNumber))
  const differences = found
    // Another till may use the same running numbers.
    .filter(({ kind, number }) => kind !== 'gap' || !elsewhere.has(number))
    .map(({ kind, number }) => ({ number, kind: elsewhere.has(number) ? ('elsewhere' as const) : kind }))
  return {
    day: isDay(span) ? span : null,
    at: toIsoTime(told.at),
    by: told.by,
    till: { count: report.count, total: report.total },
    here,
    agrees: isSameTotal(here, report) && differences.every(({ kind }) => kind === 'gap'),
    differences,
  }
}

async function soldIn(
  { records, shifts }: ShiftDeps,
  { span, ...till }: StoredTillReport,
): Promise<readonly RecordState[]> {
  if (!isDay(span)) return (await shifts.documents(span)).documents.map(({ record }) => record)
  const { companyGuid } = till
  const ofDay = { companyGuid, outlets: [till], from: span, to: span, after: null, limit: mostOfDay }
  return (await records.soldBetween(ofDay)).map(({ record }) => record).filter((record) => isSame(record, till))
}
