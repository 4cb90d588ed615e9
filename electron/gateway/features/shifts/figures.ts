import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { figures as shape } from '../../../../shared/api/operator/figures.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type Day, dayAfter, daysOf, hourOf, startOf } from '../../../../shared/domain/calendar.ts'
import { amountOf } from '../../../../shared/domain/shift-money.ts'
import { type Status, statuses } from '../../../../shared/domain/status.ts'
import { companyNamed, type OperatorHandler, ok } from '../../http/call.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { Figures, Tally, WhoseOfCompany } from '../../store/port/shifts.ts'
import type { ShiftDeps } from './kept-report.ts'

type Shown = z.output<typeof shape>
type Counts = Record<Status, number>

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

/** A day by the hour or a month by the day, by the clock of the company. */
export const showFigures =
  (deps: ShiftDeps): OperatorHandler<'figures'> =>
  async (call) => {
    const { company, day, month = '' } = call.query
    if ((day === undefined) === (month === '')) throw new Fault('bad_query', { values: { parameter: 'day' } })
    const { companyGuid, companyCode, timeZone } = (await companyNamed(deps.companies, company, call.caller)).profile
    const days = day === undefined ? daysOf(month) : [day]
    const tallies = await talliesOf(deps.figures, days, { companyGuid, timeZone, outlets: call.caller.outlets })
    const nameOf = ({ quarter, day: its }: DayTally) =>
      day === undefined ? its : String(hourOf(quarter, timeZone)).padStart(2, '0')
    const byName = Map.groupBy(tallies, nameOf)
    const from = startOf(days[0] ?? '', timeZone)
    const to = startOf(dayAfter(days.at(-1) ?? '', 1), timeZone)
    return ok({
      company: companyCode,
      time_zone: timeZone,
      from: toWire(from),
      to: toWire(to),
      at: toWire(deps.clock.now()),
      by_status: countsOf(tallies),
      buckets: (day === undefined ? days : hours).map((name) => ({
        name,
        by_status: countsOf(byName.get(name) ?? []),
      })),
      amounts: amountsOf(tallies),
    })
  }

interface DayTally extends Tally {
  readonly day: Day
}

/** Day by day, so that a sale comes in between. */
async function talliesOf(
  figures: Figures,
  days: readonly Day[],
  { timeZone, ...whose }: WhoseOfCompany & Pick<CompanyProfile, 'timeZone'>,
): Promise<readonly DayTally[]> {
  const found: DayTally[] = []
  for (const day of days) {
    const sold = { from: startOf(day, timeZone), before: startOf(dayAfter(day, 1), timeZone) }
    for (const tally of await figures.tallies(whose, sold)) found.push({ ...tally, day })
  }
  return found
}

function countsOf(tallies: readonly Tally[]): Counts {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Counts
  for (const { status, count } of tallies) counts[status] += count
  return counts
}

function amountsOf(tallies: readonly Tally[]): Shown['amounts'] {
  const groups = Map.groupBy(tallies, ({ family, kind, status, currencyCode }) =>
    JSON.stringify([family, kind, status, currencyCode]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const size = group.reduce((sum, { hundredths }) => sum + BigInt(hundredths), 0n)
    return [
      {
        FAMILY: first.family,
        KIND: first.kind,
        STATUS: first.status,
        CURRENCY_CODE: first.currencyCode,
        count: group.reduce((sum, { count }) => sum + count, 0),
        amount: amountOf(size),
      },
    ]
  })
}
