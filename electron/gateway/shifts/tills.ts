import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { closedShifts, openShiftAsk, tills } from '../../../shared/catalogue/shapes/shifts.ts'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { consolidatedShiftCode } from '../../../shared/domain/shift.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import type { ClosedQuery, TillShift, Uncovered } from '../store/port-shifts.ts'
import { companyNamed, type ShiftParts } from './desk.ts'
import { shiftShown } from './shown.ts'

type Tills = z.output<typeof tills>
type Item = Tills['items'][number]

/** A few weeks of a shop. */
const recordsLookedAt = 20_000

/** Every till that sold something lately or has an open shift. */
export const listTills =
  (parts: ShiftParts): Handler =>
  async ({ caller }) => {
    const { companyGuid } = caller
    const [open, sold, uncovered] = await Promise.all([
      parts.shifts.openOnes(companyGuid),
      parts.records.shifts(companyGuid, recordsLookedAt),
      uncoveredOf(parts, companyGuid),
    ])
    const items = new Map<string, Item>()
    const at = (till: Pick<TillShift, 'companyCode' | 'outletName' | 'terminalName'>): Item => {
      const names = { COMPANY_CODE: till.companyCode, OUTLET_NAME: till.outletName, TERMINAL_NAME: till.terminalName }
      const key = JSON.stringify(names)
      const item = items.get(key) ?? { ...names, open: null, uncovered: [] }
      items.set(key, item)
      return item
    }
    for (const shift of open) at(shift).open = shiftShown(shift)
    for (const { shiftCode, count, newestAt, ...till } of uncovered)
      at(till).uncovered.push({ SHIFT_CODE: shiftCode, count, newest_at: toWire(newestAt) })
    for (const shift of sold) if (shift.shiftCode !== consolidatedShiftCode) at(shift)
    const keys = [...items.keys()].toSorted()
    return ok({ items: keys.flatMap((key) => items.get(key) ?? []) } satisfies Tills)
  }

async function uncoveredOf(
  { shifts, companies, clock }: ShiftParts,
  own: string | null,
): Promise<readonly Uncovered[]> {
  const visible = (await companies.list()).filter(({ profile }) => own === null || own === profile.companyGuid)
  const found = await Promise.all(
    visible.map(({ profile }) => shifts.uncovered(profile.companyGuid, dayOf(clock.now(), profile.timeZone))),
  )
  return found.flat()
}

export const openShift =
  (parts: ShiftParts): Handler =>
  async (call) => {
    const ask = call.body as z.output<typeof openShiftAsk>
    const { companyGuid, timeZone } = await companyNamed(parts, ask.COMPANY_CODE, call)
    const at = parts.clock.now()
    const shift = await parts.shifts.open({
      id: parts.randomness.guid(),
      companyGuid,
      outletName: ask.OUTLET_NAME,
      terminalName: ask.TERMINAL_NAME,
      shiftCode: ask.SHIFT_CODE,
      at,
      by: call.caller.by,
      today: dayOf(at, timeZone),
    })
    if (shift === 'open_already') throw new Fault('shift_open_already')
    return ok(shiftShown(shift))
  }

const pageSize = 25

export const listClosedShifts =
  (parts: ShiftParts): Handler =>
  async (call) => {
    const found = await parts.shifts.closedOnes(await closedQuery(parts, call))
    const page = found.slice(0, pageSize)
    const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null
    return ok({ items: page.map(shiftShown), next } satisfies z.output<typeof closedShifts>)
  }

/** @throws Fault bad_query where a till is named only in part; record_not_found where the page before was none */
async function closedQuery(parts: ShiftParts, call: Call): Promise<ClosedQuery> {
  const { company, outlet, terminal, before } = call.query
  const own = call.caller.companyGuid
  const companyGuid = company === undefined ? own : (await companyNamed(parts, company, call)).companyGuid
  const isTill = companyGuid !== null && outlet !== undefined && terminal !== undefined
  if (!isTill && (outlet !== undefined || terminal !== undefined))
    throw new Fault('bad_query', { values: { parameter: 'outlet' } })
  const last = before === undefined ? null : await parts.shifts.byId(before)
  if (before !== undefined && !last?.closed) throw new Fault('record_not_found', { says: 'no_such_shift' })
  return {
    companyGuid,
    till: isTill ? { companyGuid, outletName: outlet, terminalName: terminal } : null,
    before: last?.closed ? { at: last.closed.at, id: last.id } : null,
    limit: pageSize + 1,
  }
}
