import type { GridCell } from '../../../../shared/api/endpoint.ts'
import type { CheckOnlyAnswer } from '../../../../shared/api/shapes/checked.ts'
import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { checkOnlyApplied, type OperationHandler } from '../../http/call.ts'
import { totalsToWire } from '../records/sale.ts'
import { numberHolderOf } from './document-number.ts'
import { decide, numberTaken, type SubmitDeps, submissionOf } from './submit.ts'

type Submit = OperationHandler<'submit'>

/** A caller that prefers `check-only` learns what a submission would come to, and nothing is kept. */
export const submitOrCheck = (submits: Submit, deps: SubmitDeps, cell: GridCell) => (call: Parameters<Submit>[0]) =>
  call.prefers.isCheckOnly ? check(deps, cell, call) : submits(call)

/** @throws Fault as a submission would */
async function check(deps: SubmitDeps, cell: GridCell, call: Parameters<Submit>[0]) {
  const submission = await submissionOf(deps, cell, call)
  const { sale } = submission
  const decided = await decide(deps, submission)
  const isKept = decided !== undefined && !('checked' in decided)
  if (!isKept && sale.documentNumber !== undefined) {
    const holder = await numberHolderOf(deps.records, submission)
    if (holder && holder.seq !== decided?.revised?.seq) throw await numberTaken(deps, submission, holder)
  }
  const totals = isKept || !decided ? settleAmounts(sale, []).totals : decided.checked.settledTotals
  const CURRENCY_CODE = sale.currencyCode ?? 'MYR'
  const body: CheckOnlyAnswer = { CHECK_ONLY: true, CURRENCY_CODE, TOTALS: totalsToWire(totals) }
  return {
    status: 200,
    body,
    headers: { 'preference-applied': checkOnlyApplied, ...(isKept && { 'idempotency-replayed': 'true' }) },
  } as const
}
