import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { closedShifts, shiftsRows as rows, tills } from '../../../../shared/api/operator/shifts.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { sees, seesCompany } from '../../../../shared/domain/outlet.ts'
import { consolidatedShiftCode } from '../../../../shared/domain/shift.ts'
import { type CallOf, type OperatorHandler, ok } from '../../http/call.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { Whose } from '../../store/port/records.ts'
import type { ClosedQuery, TillShift, Uncovered } from '../../store/port/shifts.ts'
import { companyNamed, type ShiftDeps } from './kept-report.ts'
import { shiftShown } from './shown.ts'

type Tills = z.output<typeof tills>
type Item = Tills['items'][number]

/** A few weeks of a shop. */
const recordsLookedAt = 20_000

/** Every till that sold something lately or has an open shift. */
export const listTills =
  (deps: ShiftDeps): OperatorHandler<'tills'> =>
  async ({ caller }) => {
    const companies = await deps.companies.list()
    const visible = companies.filter(({ profile }) => seesCompany(caller, profile.companyGuid))
    const [open, sold, uncovered] = await Promise.all([
      deps.shifts.openOnes(caller),
      deps.records.shifts(caller, recordsLookedAt),
      uncoveredOf(
        deps,
        visible.map(({ profile }) => ({ ...profile, outlets: caller.outlets })),
      ),
    ])
    const items = new Map<string, Item>()
    const at = (till: Pick<TillShift, 'companyCode' | 'outletName' | 'terminalName'>): Item => {
      const names = { company: till.companyCode, outlet: till.outletName, terminal: till.terminalName }
      const key = JSON.stringify(names)
      const item = items.get(key) ?? { ...names, open: null, uncovered: [] }
      items.set(key, item)
      return item
    }
    for (const shift of open) at(shift).open = shiftShown(shift)
    for (const { shiftCode, count, newestAt, ...till } of uncovered)
      at(till).uncovered.push({ shift: shiftCode, count, newest_at: toWire(newestAt) })
    for (const shift of sold) if (shift.shiftCode !== consolidatedShiftCode) at(shift)
    const keys = [...items.keys()].toSorted()
    return ok({
      items: keys.flatMap((key) => items.get(key) ?? []),
      companies: visible.map(({ profile: { companyCode, name }, rules }) => ({
        code: companyCode,
        name,
        rounds_cash: rules.roundsCash,
      })),
    } satisfies Tills)
  }

async function uncoveredOf(
  { shifts, clock }: ShiftDeps,
  companies: readonly (CompanyProfile & Whose)[],
): Promise<readonly Uncovered[]> {
  const found = await Promise.all(
    companies.map((company) => shifts.uncovered(company, dayOf(clock.now(), company.timeZone))),
  )
  return found.flat()
}

export const openShift =
  (deps: ShiftDeps): OperatorHandler<'openShift'> =>
  async (call) => {
    const ask = call.body
    const { companyGuid, timeZone } = await companyNamed(deps, ask.company, call)
    if (!sees(call.caller, { companyGuid, outletName: ask.outlet }))
      throw new Fault('insufficient_scope', { says: 'another_outlet' })
    const at = deps.clock.now()
    const shift = await deps.shifts.open({
      id: deps.randomness.guid(),
      companyGuid,
      outletName: ask.outlet,
      terminalName: ask.terminal,
      shiftCode: ask.shift,
      at,
      by: call.caller.by,
      today: dayOf(at, timeZone),
    })
    if (shift === 'open_already') throw new Fault('shift_open_already')
    return ok(shiftShown(shift))
  }

const pageSize = 25

export const listClosedShifts =
  (deps: ShiftDeps): OperatorHandler<'closedShifts'> =>
  async (call) => {
    const found = await deps.shifts.closedOnes(await closedQuery(deps, call))
    const page = found.slice(0, pageSize)
    const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null
    return ok({ items: page.map(shiftShown), next } satisfies z.output<typeof closedShifts>)
  }

/** @throws Fault bad_query where a till is named only in part; record_not_found where the page before was none */
async function closedQuery(deps: ShiftDeps, call: CallOf<(typeof rows)['closedShifts']>): Promise<ClosedQuery> {
  const { company, outlet, terminal, before } = call.query
  const own = call.caller.companyGuid
  const companyGuid = company === undefined ? own : (await companyNamed(deps, company, call)).companyGuid
  const isTill = companyGuid !== null && outlet !== undefined && terminal !== undefined
  if (!isTill && (outlet !== undefined || terminal !== undefined))
    throw new Fault('bad_query', { values: { parameter: 'outlet' } })
  const last = before === undefined ? null : await deps.shifts.byId(before)
  if (before !== undefined && !(last?.closed && sees(call.caller, last)))
    throw new Fault('record_not_found', { says: 'no_such_shift' })
  return {
    companyGuid,
    outlets: call.caller.outlets,
    till: isTill ? { companyGuid, outletName: outlet, terminalName: terminal } : null,
    before: last?.closed ? { at: last.closed.at, id: last.id } : null,
    limit: pageSize + 1,
  }
}
