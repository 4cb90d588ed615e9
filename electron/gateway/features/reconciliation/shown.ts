import type { z } from 'zod'
import type { reconciled, startedReconciliation } from '../../../../shared/api/operator/reconciliation.ts'
import { toWire, toWireOrNull } from '../../../../shared/api/record-to-wire.ts'
import type { Difference } from '../../../../shared/domain/reconciliation.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import type { KeptReconciliation } from '../../store/port/shifts.ts'
import type { Leg, Outcome, Progress } from './progress.ts'

type Head = z.output<typeof startedReconciliation>
type Shown = z.output<typeof reconciled>

/** @param isRunning one that says so and is not was cut off when the gateway stopped */
export function headShown(kept: KeptReconciliation, isRunning: boolean): Head {
  const { legs, halt } = JSON.parse(kept.progress) as Progress
  const sum = (figure: (leg: Leg) => number) => legs.reduce((total, leg) => total + figure(leg), 0)
  const unread = legs.filter(({ state }) => state !== 'read')
  const isShort = legs.some(({ state }) => state === 'short')
  const why = kept.state === 'running' ? 'restarted' : (halt ?? (isShort ? 'short' : null))
  const isSaying = legs.some(({ documentsSaid }) => documentsSaid !== null)
  return {
    id: kept.id,
    company: kept.companyCode,
    from: kept.from,
    to: kept.to,
    started_at: toWire(kept.begunAt),
    started_by: kept.begunBy,
    state: isRunning ? 'running' : kept.state === 'done' ? 'done' : 'stopped',
    halt: isRunning || kept.state === 'done' ? null : why,
    pages_read: sum(({ pagesRead }) => pagesRead),
    pages_said: sum(({ pagesSaid, pagesRead }) => Math.max(pagesSaid ?? 0, pagesRead)),
    documents_read: sum(({ documentsRead }) => documentsRead),
    documents_said: isSaying ? sum(({ documentsSaid }) => documentsSaid ?? 0) : null,
    stretches_read: legs.length - unread.length,
    stretches: legs.length,
    missing: unread.map(({ from, to }) => ({ from: toWire(from), to: toWire(to) })),
  }
}

export function shownWith(kept: KeptReconciliation, isRunning: boolean): Shown {
  const outcome = outcomeOf(kept)
  return {
    reconciliation: headShown(kept, isRunning),
    compared_at: outcome && toWire(outcome.at),
    compared: outcome?.compared ?? 0,
    unproven: outcome?.unproven ?? 0,
    difference_count: outcome?.count ?? 0,
    differences: (outcome?.differences ?? []).map(differenceShown),
  }
}

const outcomeOf = ({ outcome }: KeptReconciliation): Outcome | null =>
  outcome === null ? null : (JSON.parse(outcome) as Outcome)

const differenceShown = ({ kind, here, there }: Difference): Shown['differences'][number] => ({
  kind,
  here: here && {
    SALE_GUID: here.saleGuid,
    SALE_CODE: here.saleCode,
    DOCUMENT_NUMBER: here.documentNumber,
    FAMILY: here.family,
    KIND: here.kind,
    STATUS: statusOf(here),
    CURRENCY_CODE: here.currencyCode,
    TOTAL_PAYABLE: here.totalPayable,
  },
  there: there && {
    AUTHORITY_UUID: there.uuid,
    DOCUMENT_NUMBER: there.documentNumber,
    STATUS: there.status,
    TOTAL_PAYABLE: there.total,
    received_at: toWireOrNull(there.receivedAt),
  },
})
