import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type {
  consolidationPreview,
  consolidationRows,
  consolidationRun,
  consolidationRunDetail,
  consolidationState,
} from '../../../../shared/api/operator/consolidation.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { isDisclosureOpen } from '../../../../shared/document/disclosure.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { sumOf } from '../../../../shared/domain/consolidation-amounts.ts'
import { deadlineOf, deadlineStatusOf, lastDayDue } from '../../../../shared/domain/consolidation-period.ts'
import type { PlannedDocument } from '../../../../shared/domain/consolidation-plan.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import type { Caller } from '../../http/access.ts'
import { type CallOf, type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Clock } from '../../ports.ts'
import type { Consolidations, Run, RunStart } from '../../store/port/consolidation.ts'
import type { Companies, Company } from '../../store/port/port.ts'
import type { RecordView } from '../records/record-view.ts'
import { money } from './body.ts'
import type { Consolidation } from './consolidation.ts'
import { rulesOf, type Scope } from './receipts.ts'
import { companyNamed } from './settings.ts'

export interface ConsolidationHandlerDeps {
  readonly consolidating: { readonly consolidation: Consolidation }
  readonly consolidations: Consolidations
  readonly companies: Companies
  readonly view: RecordView
  readonly clock: Clock
}

const mostRuns = 50

export const showConsolidations =
  (deps: ConsolidationHandlerDeps): OperatorHandler<'consolidation'> =>
  async ({ query, caller }) => {
    const { profile } = await companyNamed(deps.companies, query.company, caller)
    const { companyGuid, companyCode, timeZone } = profile
    const waiting = (await deps.consolidations.waiting()).find((each) => each.companyGuid === companyGuid)
    const oldest = waiting ? dayOf(waiting.oldestIssuedAt, timeZone) : null
    const runs = await deps.consolidations.runs(companyGuid, mostRuns)
    return ok({
      company: companyCode,
      unconsolidated: waiting?.count ?? 0,
      oldest,
      deadline: oldest === null ? null : deadlineOf(oldest),
      standing: oldest === null ? 'in_time' : deadlineStatusOf(oldest, dayOf(deps.clock.now(), timeZone)),
      runs: runs.map((each) => shownRun(each, companyCode)),
      refused: waiting ? await refusedIn(deps.consolidations, runs) : [],
    } satisfies z.output<typeof consolidationState>)
  }

/** So many runs of single shifts are looked through for what was refused. */
const mostLookedAt = 20

/** What was refused since everything that waited was last taken: its receipts wait again, and it is closed. */
async function refusedIn(consolidations: Consolidations, runs: readonly Run[]) {
  const wholeAt = runs.findIndex(({ shift, finishedAt }) => shift === null && finishedAt !== null)
  const since = runs.slice(0, wholeAt < 0 ? mostLookedAt : Math.min(wholeAt + 1, mostLookedAt))
  const made = await Promise.all(since.map(({ id }) => consolidations.documents(id)))
  return made
    .flat()
    .filter(({ record }) => record.phase === 'invalid')
    .map(({ record: { saleGuid, saleCode, outletName, terminalName, members } }) => ({
      SALE_GUID: saleGuid,
      SALE_CODE: saleCode,
      OUTLET_NAME: outletName,
      TERMINAL_NAME: terminalName,
      receipts: members,
    }))
}

export const previewConsolidation =
  (deps: ConsolidationHandlerDeps): OperatorHandler<'previewConsolidation'> =>
  async (call) => {
    const scope = await scopeOf(deps, call)
    const shown: z.output<typeof consolidationPreview> = {
      company: scope.company.profile.companyCode,
      to: scope.lastDay,
      receipts: 0,
      left_over: 0,
      documents: [],
    }
    for await (const { documents, leftOver } of deps.consolidating.consolidation.preview(scope)) {
      shown.left_over += leftOver
      shown.receipts += documents.reduce((sum, { members }) => sum + members.length, 0)
      shown.documents.push(...documents.map(shownPlan))
    }
    return ok(shown)
  }

function shownPlan({ group, lines, members, amounts }: PlannedDocument) {
  const { excludingTax, tax, payable } = sumOf(amounts)
  return {
    FAMILY: group.family,
    outlet: group.outletName,
    terminal: group.terminalName,
    period: group.period,
    CURRENCY_CODE: group.currencyCode,
    lines: lines.length,
    members: members.length,
    first_line: lines[0]?.description ?? '',
    last_line: lines.at(-1)?.description ?? '',
    TOTAL_EXCLUDING_TAX: money(excludingTax),
    TOTAL_TAX: money(tax),
    ROUNDING_AMOUNT: money(amounts.rounding),
    TOTAL_PAYABLE: money(payable),
  }
}

export const runConsolidation =
  (deps: ConsolidationHandlerDeps): OperatorHandler<'runConsolidation'> =>
  async (call) => {
    const scope = await scopeOf(deps, call)
    const begun = await deps.consolidating.consolidation.begin(scope, call.caller.by)
    const kept = await deps.consolidations.run(begun.id)
    return ok(shownRun(kept ?? begun, scope.company.profile.companyCode))
  }

export const showConsolidationRun =
  (deps: ConsolidationHandlerDeps): OperatorHandler<'showConsolidation'> =>
  async ({ params, caller, language }) => {
    const kept = await deps.consolidations.run(params.id)
    const company = kept && (await deps.companies.byGuid(kept.companyGuid))
    if (!company || !isVisible(company, caller)) throw new Fault('record_not_found')
    const documents = await deps.consolidations.documents(kept.id)
    const statuses = documents.map(({ record }) => statusOf(record))
    const counted = (...among: readonly string[]) => statuses.filter((status) => among.includes(status)).length
    return ok({
      ...shownRun(kept, company.profile.companyCode),
      valid: counted('Valid'),
      invalid: counted('Invalid', 'Cancelled'),
      in_progress: counted('Pending', 'InProgress'),
      documents: await Promise.all(documents.map((document) => deps.view.show(document, language))),
    } satisfies z.output<typeof consolidationRunDetail>)
  }

type ScopeCall = CallOf<(typeof consolidationRows)['previewConsolidation' | 'runConsolidation']>

const shownRun = (kept: RunStart & Partial<Run>, company: string): z.output<typeof consolidationRun> => ({
  id: kept.id,
  company,
  by: kept.by,
  to: kept.lastDay,
  shift: kept.shift?.shiftCode ?? null,
  disclose: kept.discloses ?? false,
  started_at: toWire(kept.startedAt),
  finished_at: kept.finishedAt == null ? null : toWire(kept.finishedAt),
  planned: kept.planned,
  members: kept.members ?? 0,
  made: kept.made ?? 0,
  left_over: kept.leftOver ?? 0,
})

async function scopeOf(deps: ConsolidationHandlerDeps, { body, caller }: ScopeCall): Promise<Scope> {
  const { company: code, to, shift, disclose } = body
  const company = await companyNamed(deps.companies, code, caller)
  const now = deps.clock.now()
  if (disclose && !isDisclosureOpen(now)) throw validationFailed([{ pointer: '/disclose', code: 'disclosure_over' }])
  const today = dayOf(now, company.profile.timeZone)
  // A shift is consolidated when it ends, on its own day.
  const usual = shift ? today : lastDayDue(today, rulesOf(company).frequency)
  const named = shift && { outletName: shift.outlet, terminalName: shift.terminal, shiftCode: shift.shift }
  return { company, lastDay: to ?? usual, shift: named ?? null, discloses: disclose ?? false }
}

const isVisible = ({ profile }: Company, { companyGuid }: Caller): boolean =>
  companyGuid === null || companyGuid === profile.companyGuid
