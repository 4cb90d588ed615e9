import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { consolidationSettings, consolidationSettingsAsk } from '../../../../shared/api/operator/consolidation.ts'
import { type ConsolidationRules, mayConsolidateActivity } from '../../../../shared/domain/consolidation-rules.ts'
import type { Caller } from '../../http/access.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { Companies, Company, Store } from '../../store/port/port.ts'
import { rulesOf } from './receipts.ts'

export const showSettings =
  ({ companies }: Pick<Store, 'companies'>): OperatorHandler<'consolidationSettings'> =>
  async ({ query, caller }) =>
    ok(shown(await companyNamed(companies, query.company, caller)))

export const setConsolidation =
  ({ companies, clock }: Pick<Store, 'companies'> & { readonly clock: Clock }): OperatorHandler<'setConsolidation'> =>
  async ({ body, caller }) => {
    const ask = body
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
    return ok(shown(company))
  }

type Ask = z.output<typeof consolidationSettingsAsk>

function withAsked(rules: ConsolidationRules, ask: Ask): ConsolidationRules {
  const { self_billed_case: asked } = ask
  return {
    frequency: ask.frequency ?? rules.frequency,
    dayOfMonth: ask.day ?? rules.dayOfMonth,
    lines: ask.lines ?? rules.lines,
    isLimitBeforeTax: ask.limit_before_tax ?? rules.isLimitBeforeTax,
    isAnyActivityAllowed: ask.any_activity ?? rules.isAnyActivityAllowed,
    selfBilledCase: asked == null ? rules.selfBilledCase : asked === 'none' ? null : asked,
  }
}

function shown(company: Company): z.output<typeof consolidationSettings> {
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
  }
}

/** @throws Fault company_not_found, also for another's: whether that exists is nobody's business */
export async function companyNamed(companies: Companies, code: string, { companyGuid }: Caller): Promise<Company> {
  const company = await companies.byCode(code)
  const isVisible = companyGuid === null || companyGuid === company?.profile.companyGuid
  if (!company || !isVisible) throw new Fault('company_not_found')
  return company
}
