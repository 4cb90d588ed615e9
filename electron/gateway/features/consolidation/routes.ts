import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type {
  consolidationPreviewSchema,
  consolidationRunSchema,
  consolidationSettingsRequestSchema,
  consolidationSettingsSchema,
} from '../../../../shared/api/operator/consolidation.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { addUp } from '../../../../shared/domain/consolidation-amounts.ts'
import { deadlineOf, deadlineStatusOf, lastDayDue } from '../../../../shared/domain/consolidation-period.ts'
import type { PlannedDocument } from '../../../../shared/domain/consolidation-plan.ts'
import {
  type ConsolidationRules,
  isDisclosureOpen,
  mayConsolidateActivity,
} from '../../../../shared/domain/consolidation-rules.ts'
import { seesCompany } from '../../../../shared/domain/outlet.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import { type CallTo, companyNamed, type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { ConsolidationRun, Consolidations, RunStart } from '../../store/port/consolidation.ts'
import type { Companies, Company } from '../../store/port/port.ts'
import type { RecordView } from '../records/record-view.ts'
import { formatSen } from './body.ts'
import type { Consolidation } from './consolidation.ts'
import { type ConversionDeps, convertRecord } from './convert.ts'
import { type ConsolidationScope, rulesOf } from './receipts.ts'

interface ConsolidationHandlerDeps {
  readonly consolidating: { readonly consolidation: Consolidation }
  readonly consolidations: Consolidations
  readonly companies: Companies
  readonly view: RecordView
  readonly clock: Clock
}

export const consolidationRoutes = (deps: ConsolidationHandlerDeps & ConversionDeps) =>
  ({
    consolidation: showConsolidations(deps),
    previewConsolidation: async (call) => {
      const scope = await scopeOf(deps, call)
      const shown: z.output<typeof consolidationPreviewSchema> = {
        company: scope.company.profile.companyCode,
        to: scope.lastDay,
        receipts: 0,
        left_over: 0,
        nothing_to_declare: 0,
        documents: [],
      }
      for await (const { documents, leftOver, closed } of deps.consolidating.consolidation.preview(scope)) {
        shown.left_over += leftOver
        shown.nothing_to_declare += closed
        shown.receipts += documents.reduce((sum, { members }) => sum + members.length, 0)
        shown.documents.push(...documents.map(shownPlan))
      }
      return ok(shown)
    },
    runConsolidation: async (call) => {
      const scope = await scopeOf(deps, call)
      const begun = await deps.consolidating.consolidation.begin(scope, call.caller.by)
      const kept = await deps.consolidations.run(begun.id)
      return ok(shownRun(kept ?? begun, scope.company.profile.companyCode))
    },
    showConsolidation: async ({ params, caller, language }) => {
      const kept = await deps.consolidations.run(params.id)
      const company = kept && (await deps.companies.byGuid(kept.companyGuid))
      if (!company || !seesCompany(caller, kept.companyGuid)) throw new Fault('record_not_found')
      const documents = await deps.consolidations.documents(kept.id)
      const statuses = documents.map(({ record }) => statusOf(record))
      const counted = (...among: readonly string[]) => statuses.filter((status) => among.includes(status)).length
      return ok({
        ...shownRun(kept, company.profile.companyCode),
        valid: counted('Valid'),
        invalid: counted('Invalid', 'Cancelled'),
        in_progress: counted('Pending', 'InProgress'),
        documents: await Promise.all(documents.map((document) => deps.view.show(document, language))),
      })
    },
    consolidationSettings: async ({ query, caller }) =>
      ok(shownSettings(await companyNamed(deps.companies, query.company, caller))),
    setConsolidation: setConsolidation(deps),
    convertRecord: convertRecord(deps),
  }) satisfies Partial<OperatorHandlers>

const mostRuns = 50

const showConsolidations =
  (deps: ConsolidationHandlerDeps): OperatorHandler<'consolidation'> =>
  async ({ query, caller }) => {
    const company = await companyNamed(deps.companies, query.company, caller)
    const { companyGuid, companyCode, timeZone } = company.profile
    const today = dayOf(deps.clock.now(), timeZone)
    const waiting = (await deps.consolidations.waiting()).find((each) => each.companyGuid === companyGuid)
    const oldest = waiting ? dayOf(waiting.oldestIssuedAt, timeZone) : null
    const runs = await deps.consolidations.runs(companyGuid, mostRuns)
    return ok({
      company: companyCode,
      unconsolidated: waiting?.count ?? 0,
      oldest,
      deadline: oldest === null ? null : deadlineOf(oldest),
      standing: oldest === null ? 'in_time' : deadlineStatusOf(oldest, today),
      up_to: lastDayDue(today, rulesOf(company).frequency),
      runs: runs.map((each) => shownRun(each, companyCode)),
      refused: waiting ? await refusedIn(deps.consolidations, runs) : [],
    })
  }

/** Documents refused since everything was last taken: their receipts wait again. */
async function refusedIn(consolidations: Consolidations, runs: readonly ConsolidationRun[]) {
  const since = runs.slice(0, runs.findIndex(({ finishedAt }) => finishedAt !== null) + 1)
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

function shownPlan({ group, members, amounts }: PlannedDocument) {
  const { excludingTax, tax, payable } = addUp(amounts)
  return {
    FAMILY: group.family,
    outlet: group.outletName,
    terminal: group.terminalName,
    period: group.period,
    CURRENCY_CODE: group.currencyCode,
    members: members.length,
    TOTAL_EXCLUDING_TAX: formatSen(excludingTax),
    TOTAL_TAX: formatSen(tax),
    ROUNDING_AMOUNT: formatSen(amounts.rounding),
    TOTAL_PAYABLE: formatSen(payable),
  }
}

type ScopeCall = CallTo<'previewConsolidation' | 'runConsolidation'>

const shownRun = (
  kept: RunStart & Partial<ConsolidationRun>,
  company: string,
): z.output<typeof consolidationRunSchema> => ({
  id: kept.id,
  company,
  by: kept.by,
  to: kept.lastDay,
  disclose: kept.discloses ?? false,
  started_at: toIsoTime(kept.startedAt),
  finished_at: toIsoTimeOrNull(kept.finishedAt),
  planned: kept.planned,
  members: kept.members ?? 0,
  made: kept.made ?? 0,
  left_over: kept.leftOver ?? 0,
  nothing_to_declare: kept.closed ?? 0,
})

async function scopeOf(deps: ConsolidationHandlerDeps, { body, caller }: ScopeCall): Promise<ConsolidationScope> {
  const { company: code, to, disclose } = body
  const company = await companyNamed(deps.companies, code, caller)
  const now = deps.clock.now()
  if (disclose && !isDisclosureOpen(now)) throw validationFailed([{ pointer: '/disclose', code: 'disclosure_over' }])
  const today = dayOf(now, company.profile.timeZone)
  return { company, lastDay: to ?? lastDayDue(today, rulesOf(company).frequency), discloses: disclose ?? false }
}

const setConsolidation =
  ({ companies, clock }: ConsolidationHandlerDeps): OperatorHandler<'setConsolidation'> =>
  async ({ body: ask, caller }) => {
    const known = await companyNamed(companies, ask.company, caller)
    const consolidation = withAsked(rulesOf(known), ask)
    const { limit } = ask
    const company: Company = {
      ...known,
      rules: {
        ...known.rules,
        consolidationLimit: limit == null ? known.rules.consolidationLimit : limit.eq(0) ? null : limit.toFixed(),
        mayConsolidateSelfBilled: consolidation.selfBilledCase !== null,
        consolidation,
      },
      updatedAt: clock.now(),
    }
    await companies.save(company, caller.by)
    return ok(shownSettings(company))
  }

type SettingsBody = z.output<typeof consolidationSettingsRequestSchema>

function withAsked(rules: ConsolidationRules, ask: SettingsBody): ConsolidationRules {
  const { self_billed_case: asked } = ask
  return {
    frequency: ask.frequency ?? rules.frequency,
    dayOfMonth: ask.day ?? rules.dayOfMonth,
    lines: ask.lines ?? rules.lines,
    isLimitBeforeTax: ask.limit_before_tax ?? rules.isLimitBeforeTax,
    isAnyActivityAllowed: ask.any_activity ?? rules.isAnyActivityAllowed,
    lateDays: ask.late_days ?? rules.lateDays,
    selfBilledCase: asked == null ? rules.selfBilledCase : asked === 'none' ? null : asked,
  }
}

function shownSettings(company: Company): z.output<typeof consolidationSettingsSchema> {
  const rules = rulesOf(company)
  const { companyCode, msicCode } = company.profile
  return {
    company: companyCode,
    limit: company.rules.consolidationLimit,
    activity_listed: !mayConsolidateActivity(msicCode, { ...rules, isAnyActivityAllowed: false }),
    frequency: rules.frequency,
    day: rules.dayOfMonth,
    lines: rules.lines,
    limit_before_tax: rules.isLimitBeforeTax,
    any_activity: rules.isAnyActivityAllowed,
    self_billed_case: rules.selfBilledCase,
    late_days: rules.lateDays,
  }
}
