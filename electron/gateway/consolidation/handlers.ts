import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { consolidation } from '../../../shared/catalogue/operator/consolidation.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type {
  consolidationAsk,
  consolidationPreview,
  consolidationRun,
  consolidationRunDetail,
  consolidationStanding,
} from '../../../shared/catalogue/shapes/consolidation.ts'
import { isDisclosureOpen } from '../../../shared/document/disclosure.ts'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { sumOf } from '../../../shared/domain/consolidation-amounts.ts'
import { deadlineOf, lastDayDue, standingOf } from '../../../shared/domain/consolidation-period.ts'
import type { PlannedDocument } from '../../../shared/domain/consolidation-plan.ts'
import { statusOf } from '../../../shared/domain/status.ts'
import type { Caller } from '../access.ts'
import type { RecordView } from '../handlers/record-view.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Clock } from '../ports.ts'
import type { Companies, Company } from '../store/port.ts'
import type { Consolidations, Run, RunStart } from '../store/port-consolidation.ts'
import { money } from './body.ts'
import type { Consolidation } from './consolidation.ts'
import { type ConversionParts, convertRecord } from './convert.ts'
import { rulesOf, type Scope } from './receipts.ts'
import { companyNamed, type SettingParts, setConsolidation, showSettings } from './settings.ts'

export interface ConsolidationHandlerParts extends ConversionParts, SettingParts {
  readonly consolidation: Consolidation
  readonly consolidations: Consolidations
  readonly companies: Companies
  readonly view: RecordView
  readonly clock: Clock
}

/** The deed behind each call about consolidation. */
export const consolidationHandlers = (parts: ConsolidationHandlerParts) =>
  ({
    consolidation: showStanding(parts),
    previewConsolidation: preview(parts),
    runConsolidation: run(parts),
    showConsolidation: showRun(parts),
    consolidationSettings: showSettings(parts),
    setConsolidation: setConsolidation(parts),
    convertRecord: convertRecord(parts),
  }) satisfies Record<keyof typeof consolidation, Handler>

const mostRuns = 50

const showStanding =
  (parts: ConsolidationHandlerParts): Handler =>
  async ({ query, caller }) => {
    const { profile } = await companyNamed(parts.companies, query['company'] ?? '', caller)
    const { companyGuid, companyCode, timeZone } = profile
    const waiting = (await parts.consolidations.waiting()).find((each) => each.companyGuid === companyGuid)
    const oldest = waiting ? dayOf(waiting.oldestIssuedAt, timeZone) : null
    const runs = await parts.consolidations.runs(companyGuid, mostRuns)
    return ok({
      company: companyCode,
      waiting: waiting?.count ?? 0,
      oldest,
      deadline: oldest === null ? null : deadlineOf(oldest),
      standing: oldest === null ? 'in_time' : standingOf(oldest, dayOf(parts.clock.now(), timeZone)),
      runs: runs.map((each) => shownRun(each, companyCode)),
    } satisfies z.output<typeof consolidationStanding>)
  }

const preview =
  (parts: ConsolidationHandlerParts): Handler =>
  async (call) => {
    const scope = await scopeOf(parts, call)
    const shown: z.output<typeof consolidationPreview> = {
      company: scope.company.profile.companyCode,
      to: scope.lastDay,
      receipts: 0,
      left_over: 0,
      documents: [],
    }
    for await (const { documents, leftOver } of parts.consolidation.preview(scope)) {
      shown.left_over += leftOver
      shown.receipts += documents.reduce((sum, { members }) => sum + members.length, 0)
      shown.documents.push(...documents.map(shownPlan))
    }
    return ok(shown)
  }

function shownPlan({ group, lines, members, amounts }: PlannedDocument) {
  const { excludingTax, tax, payable } = sumOf(amounts)
  return {
    family: group.family,
    outlet: group.outletName,
    terminal: group.terminalName,
    period: group.period,
    currency: group.currencyCode,
    lines: lines.length,
    members: members.length,
    first_line: lines[0]?.description ?? '',
    last_line: lines.at(-1)?.description ?? '',
    total_excluding_tax: money(excludingTax),
    total_tax: money(tax),
    total_payable: money(payable),
  }
}

const run =
  (parts: ConsolidationHandlerParts): Handler =>
  async (call) => {
    const scope = await scopeOf(parts, call)
    const begun = await parts.consolidation.begin(scope, call.caller.by)
    const kept = await parts.consolidations.run(begun.id)
    return ok(shownRun(kept ?? begun, scope.company.profile.companyCode))
  }

const showRun =
  (parts: ConsolidationHandlerParts): Handler =>
  async ({ params, caller, language }) => {
    const kept = await parts.consolidations.run(params['id'] ?? '')
    const company = kept && (await parts.companies.byGuid(kept.companyGuid))
    if (!company || !isVisible(company, caller)) throw new Fault('record_not_found')
    const documents = await parts.consolidations.documents(kept.id)
    const statuses = documents.map(({ record }) => statusOf(record))
    const counted = (...among: readonly string[]) => statuses.filter((status) => among.includes(status)).length
    return ok({
      ...shownRun(kept, company.profile.companyCode),
      valid: counted('Valid'),
      invalid: counted('Invalid', 'Cancelled'),
      in_progress: counted('Pending', 'InProgress'),
      documents: await Promise.all(documents.map((document) => parts.view.show(document, language))),
    } satisfies z.output<typeof consolidationRunDetail>)
  }

const shownRun = (kept: RunStart & Partial<Run>, company: string): z.output<typeof consolidationRun> => ({
  id: kept.id,
  company,
  by: kept.by,
  to: kept.lastDay,
  shift: kept.shift?.shiftCode ?? null,
  discloses: kept.discloses ?? false,
  started_at: toWire(kept.startedAt),
  finished_at: kept.finishedAt == null ? null : toWire(kept.finishedAt),
  planned: kept.planned,
  members: kept.members ?? 0,
  made: kept.made ?? 0,
  left_over: kept.leftOver ?? 0,
})

async function scopeOf(parts: ConsolidationHandlerParts, { body, caller }: Call): Promise<Scope> {
  const { company: code, to, shift, disclose } = body as z.output<typeof consolidationAsk>
  const company = await companyNamed(parts.companies, code, caller)
  const now = parts.clock.now()
  if (disclose && !isDisclosureOpen(now)) throw validationFailed([{ pointer: '/disclose', code: 'disclosure_over' }])
  const today = dayOf(now, company.profile.timeZone)
  // A shift is consolidated when it ends, on its own day.
  const usual = shift ? today : lastDayDue(today, rulesOf(company).frequency)
  const named = shift && { outletName: shift.outlet, terminalName: shift.terminal, shiftCode: shift.shift }
  return { company, lastDay: to ?? usual, shift: named ?? null, discloses: disclose ?? false }
}

const isVisible = ({ profile }: Company, { companyGuid }: Caller): boolean =>
  companyGuid === null || companyGuid === profile.companyGuid
