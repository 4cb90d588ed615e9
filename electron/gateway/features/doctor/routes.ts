import { setTimeout } from 'node:timers/promises'
import { toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { alertRowOf } from '../../../../shared/domain/alert.ts'
import { findingText } from '../../../../shared/words/journal.ts'
import { say } from '../../../../shared/words/words.ts'
import type { Authority, CompanyFault } from '../../authority/port.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { proxyTrouble } from '../../platform/outgoing/proxy.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CopyStatus } from '../../store/port/copy.ts'
import type { Journal } from '../../store/port/journal.ts'
import type { Companies, Company, CompanyProfile } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import type { Codes } from '../codes/codes.ts'
import { type HealthMonitor, type HealthState, verdictOf } from '../health/monitor.ts'
import { alertSentence } from '../health/routes.ts'
import { countWork } from '../sending/queue.ts'
import {
  type Check,
  type CheckHeadOfficeToken,
  certificateChecks,
  clockChecks,
  codesChecks,
  type FindSigningProblems,
  headOfficeTokenChecks,
  isAbleToSign,
} from './checks.ts'

export interface DoctorDeps {
  readonly monitor: Pick<HealthMonitor, 'look'>
  readonly codes: Codes
  readonly journal: Pick<Journal, 'status'>
  readonly signingProblems: FindSigningProblems
  readonly upstreamToken: CheckHeadOfficeToken
  readonly settings: Pick<Settings, 'isDispatching'>
  readonly authority: Pick<Authority, 'ready' | 'ask' | 'clock' | 'name'>
  readonly companies: Companies
  readonly records: Pick<Records, 'needingPerson'>
  readonly outbox: Pick<Outbox, 'blockReasonOf'>
}

interface ShownCheck extends Pick<Check, 'name' | 'verdict'> {
  readonly message: string
}

/**
 * Named checks of everything that can be wrong (contract 1): the alerts of health, and checks too costly to run by
 * themselves.
 */
export const doctorRoutes = (deps: DoctorDeps) =>
  ({
    doctor: async ({ language }) => {
      const state = await deps.monitor.look()
      const alerts = state.alerts.map((alert) => ({
        name: alertRowOf(alert.code).check,
        verdict: alert.verdict,
        message: alertSentence(alert, language),
      }))
      const isToldOf = ({ name }: Pick<Check, 'name'>) => alerts.some((told) => told.name === name)
      const codes = codesChecks(deps.codes, deps.companies, state.facts.at)
      const own = await Promise.all([authorityChecks(deps), peopleChecks(deps), codes])
      const told = [...own.flat(), ...watchedChecks(state)].map(({ name, verdict, says, values }) => ({
        name,
        verdict,
        message: say(language, 'status', says, values),
      }))
      const { findings, lines, code } = await deps.journal.status()
      const found = findings.map((finding): ShownCheck => {
        return { name: 'finding', verdict: 'bad', message: findingText(finding, language) }
      })
      const sound = say(language, 'status', 'journal_sound', { lines: String(lines), code })
      if (found.length === 0) found.push({ name: 'journal', verdict: 'good', message: sound })
      const checks: readonly ShownCheck[] = [...alerts, ...told.filter((check) => !isToldOf(check)), ...found]
      return ok({ verdict: verdictOf(checks), checks })
    },
  }) satisfies Partial<OperatorHandlers>

/** What is in order. Health has an alert for what is not. */
function watchedChecks({ facts: { backlog, copy } }: HealthState): readonly Check[] {
  const { waiting, oldestWaitingAt } = countWork(backlog?.lanes ?? [])
  const queued = { count: String(waiting), since: toIsoTimeOrNull(oldestWaitingAt) ?? '–' }
  return [
    { name: 'storage', verdict: 'good', says: 'storage_sound' },
    waiting === 0
      ? { name: 'queue', verdict: 'good', says: 'queue_empty' }
      : { name: 'waiting', verdict: 'good', says: 'queue_waiting', values: queued },
    ...(copy ? [copyCheck(copy)] : []),
  ]
}

function copyCheck({ folder, problem, copiedAt, backedUpAt }: CopyStatus): Check {
  const [copied = '–', backup = '–'] = [copiedAt, backedUpAt].map((at) => toIsoTimeOrNull(at) ?? '–')
  return problem === null
    ? { name: 'copy', verdict: 'good', says: 'copy_kept', values: { folder, copied, backup } }
    : { name: 'copy', verdict: 'warning', says: 'copy_stuck', values: { folder, copied, problem } }
}

async function peopleChecks({ records }: DoctorDeps): Promise<readonly Check[]> {
  const count = await records.needingPerson({ companyGuid: null })
  return count === 0
    ? [{ name: 'people', verdict: 'good', says: 'nobody_needed' }]
    : [{ name: 'people', verdict: 'warning', says: 'person_needed', values: { count: String(count) } }]
}

async function authorityChecks(deps: DoctorDeps): Promise<readonly Check[]> {
  const { settings, upstreamToken } = deps
  const companies = await deps.companies.list()
  if (companies.length === 0) return [{ name: 'companies', verdict: 'warning', says: 'no_company' }]
  const asked = [headOfficeTokenChecks(upstreamToken), ...companies.map((company) => connections(deps, company))]
  const connected = (await Promise.all(asked)).flat()
  return [
    ...(settings.isDispatching ? [] : [{ name: 'sending', verdict: 'warning', says: 'dispatch_off' } as const]),
    ...connected,
    ...proxyChecks(),
    // After the companies' checks, because their answers show the authority's clock.
    ...clockChecks(deps.authority),
  ]
}

function proxyChecks(): readonly Check[] {
  const trouble = proxyTrouble()
  if (trouble === null) return []
  const { kind, ...values } = trouble
  const words = 'status' in values ? { ...values, status: String(values.status) } : values
  return [{ name: 'proxy', verdict: 'bad', says: `proxy_${kind}`, values: words }]
}

/** If there is no certificate to sign with, the authority is not asked. Health warns before a certificate ends. */
async function connections(deps: DoctorDeps, company: Company): Promise<readonly Check[]> {
  const certificate = await certificateChecks(deps.signingProblems, company)
  const told = certificate.filter(({ says }) => !says.startsWith('certificate_expire'))
  return isAbleToSign(certificate) ? [...told, ...(await connection(deps, company))] : told
}

const patienceMs = 10_000

/** A token that is still valid does not say whether the authority answers now, so it is asked. @returns null if not */
async function adviceNow({ authority }: DoctorDeps, profile: CompanyProfile) {
  const tired = setTimeout(patienceMs, null, { ref: false })
  const advice = await Promise.race([authority.ready(profile), tired])
  if (advice?.kind !== 'go_on') return advice
  await Promise.race([authority.ask?.(profile), tired])
  return authority.clock.contact().unansweredSince === null ? advice : null
}

async function connection(deps: DoctorDeps, { profile }: Company): Promise<readonly Check[]> {
  const advice = await adviceNow(deps, profile)
  const name = `authority ${profile.companyCode}`
  const values = { company: profile.companyCode, authority: deps.authority.name }
  const blockReason = deps.outbox.blockReasonOf(profile.companyGuid)
  const kept = blockReason?.fault ?? null
  // The sign-in works, but the last document was refused because of the company: only another document shows if that is
  // mended.
  if (advice?.kind === 'go_on' && kept) return [{ name, verdict: 'bad', ...wrongOf(kept, profile) }]
  const isAway = blockReason !== null && blockReason.attention === null
  const isReached =
    (advice?.kind === 'go_on' && !isAway) || (advice?.kind === 'pause' && advice.attention === 'clock_wrong')
  if (isReached) return [{ name, verdict: 'good', says: 'authority_reached', values }]
  const isOurs = advice?.kind === 'pause' && advice.attention === 'company_not_ready'
  if (!isOurs) return [{ name, verdict: 'warning', says: 'authority_unreachable', values }]
  // One token serves all companies, so its fault is said once.
  if (deps.upstreamToken || advice.fault?.kind === 'no_certificate') return []
  return [{ name, verdict: 'bad', ...wrongOf(advice.fault ?? null, profile) }]
}

function wrongOf(fault: CompanyFault | null, { companyCode, tin }: CompanyProfile): Pick<Check, 'says' | 'values'> {
  const values = { company: companyCode, tin }
  switch (fault?.kind) {
    case 'foreign':
      return fault.tin === null
        ? { says: 'credentials_of_another', values }
        : { says: 'credentials_of', values: { ...values, other: fault.tin } }
    case 'not_appointed':
      return { says: 'not_appointed', values }
    case 'refused':
      return { says: 'credentials_refused', values }
    default:
      return { says: 'credentials_missing', values }
  }
}
