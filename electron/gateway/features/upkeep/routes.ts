import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import { documentExportFormat, type exportRowSchema } from '../../../../shared/api/operator/upkeep.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Journal } from '../../store/port/journal.ts'
import { nextSaleCursor, parseSaleCursor } from '../records/cursors.ts'
import type { RecordDeps } from '../records/find.ts'
import { backupHandler, backupPlanRoutes, type PlanDeps } from './plan.ts'

const pageSize = 200

type UpkeepDeps = PlanDeps &
  Pick<RecordDeps, 'records' | 'view'> & { readonly journal: Pick<Journal, 'span' | 'lines'> }

export const upkeepRoutes = (parts: UpkeepDeps) =>
  ({
    ...backupPlanRoutes(parts),
    backup: backupHandler(parts),
    export: async ({ query, language }) => {
      const { from, to } = query
      if (from > to) throw new Fault('range_reversed')
      const asked = { companyGuid: null, from, to, after: parseSaleCursor(query.after), limit: pageSize + 1 }
      const found = await parts.records.soldBetween(asked)
      const items = await Promise.all(found.slice(0, pageSize).map((stored) => parts.view.show(stored, language)))
      return ok({ items, next: nextSaleCursor(found, pageSize) })
    },
    /**
     * Everything that was written down on some days, with the chain that proves it. The rows of all pages together are the
     * file.
     */
    exportDocuments: async ({ query: { from, to, after } }) => {
      if (from > to) throw new Fault('range_reversed')
      if (after !== undefined) return ok(await pageAt(parts.journal, placeIn(after)))
      const begin = Date.parse(`${from}T00:00:00+08:00`)
      const span = await parts.journal.span(begin, Date.parse(`${to}T00:00:00+08:00`) + dayMs)
      const items: Row[] = [{ format: documentExportFormat, from, to, made_at: toIsoTime(parts.clock.now()) }]
      if (!span) return ok({ items: [...items, { end: true }], next: null })
      const { first, last, before } = span
      items.push({ before: { line: first - 1, chain: before } })
      return ok({ items, next: `${first - 1}.${last}` })
    },
  }) satisfies Partial<OperatorHandlers>

type Row = z.input<typeof exportRowSchema>

interface ExportCursor {
  readonly after: number
  readonly last: number
}

/** A line may have a megabyte of body. */
const linesOnAPage = 100
const dayMs = 24 * 3_600_000

async function pageAt(journal: Pick<Journal, 'lines'>, { after, last }: ExportCursor) {
  const upTo = Math.min(last, after + linesOnAPage)
  const items: Row[] = [...(await journal.lines({ after, last: upTo }))]
  return upTo < last ? { items, next: `${upTo}.${last}` } : { items: [...items, { end: true as const }], next: null }
}

function placeIn(text: string): ExportCursor {
  const [after = 0, last = 0] = text.split('.').map(Number)
  return { after, last }
}
