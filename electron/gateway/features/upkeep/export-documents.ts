import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import { type documentRow, documentsFormat } from '../../../../shared/api/operator/upkeep.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { Journal, LogSpan } from '../../store/port/journal.ts'

export interface DocumentExportDeps {
  readonly journal: Pick<Journal, 'spans' | 'lines'>
  readonly clock: Pick<Clock, 'now'>
}

type Row = z.input<typeof documentRow>
type Place = Pick<LogSpan, 'chain' | 'last'> & { readonly after: number }

/** A line may have a megabyte of body. */
const pageSize = 100
const dayMs = 24 * 3_600_000

/**
 * Everything that was written down on some days, page by page: sales as tills sent them, documents as they were sent,
 * answers, and the chain that proves them. The rows of all pages, one after the other, are the file.
 */
export const exportDocuments =
  ({ journal, clock }: DocumentExportDeps): OperatorHandler<'exportDocuments'> =>
  async ({ query: { from, to, after } }) => {
    if (from > to) throw new Fault('range_reversed')
    const begin = Date.parse(`${from}T00:00:00+08:00`)
    const spans = () => journal.spans(begin, Date.parse(`${to}T00:00:00+08:00`) + dayMs)
    const items: Row[] = []
    let place = after === undefined ? null : placeIn(after)
    if (place === null) {
      items.push({ format: documentsFormat, from, to, made_at: toWire(clock.now()) })
      place = enter((await spans()).at(0), items)
    } else {
      const last = Math.min(place.last, place.after + pageSize)
      items.push(...(await journal.lines(place.chain, { after: place.after, last })))
      const { chain } = place
      place =
        last < place.last
          ? { ...place, after: last }
          : enter(
              (await spans()).find((each) => each.chain > chain),
              items,
            )
    }
    if (place === null) items.push({ end: true })
    return ok({ items, next: place && `${place.chain}.${place.after}.${place.last}` })
  }

/** Begins with the lines of a chain. @returns null if there is none */
function enter(span: LogSpan | undefined, items: Row[]): Place | null {
  if (!span) return null
  const { chain, company, first, last, before } = span
  items.push({ company, before: { line: first - 1, chain: before } })
  return { chain, after: first - 1, last }
}

function placeIn(text: string): Place {
  const [chain = 0, after = 0, last = 0] = text.split('.').map(Number)
  return { chain, after, last }
}
