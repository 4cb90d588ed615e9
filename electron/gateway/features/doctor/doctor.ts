import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type Language, say } from '../../../../shared/words/words.ts'
import type { Authority, CompanyFault } from '../../authority/port.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { proxyTrouble } from '../../platform/outgoing/proxy-trouble.ts'
import type { Clock } from '../../ports.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CopyStatus } from '../../store/port/copy.ts'
import { isDamaged, type Journal, type Storage } from '../../store/port/journal.ts'
import type { Companies, Company, CompanyProfile, Schedule } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import type { Webhooks } from '../../store/port/webhooks.ts'
import type { Codes } from '../codes/codes.ts'
import { tally } from '../sending/queue.ts'
import type { Check } from './check.ts'
import { certificateChecks, isAbleToSign, type SigningProblems } from './doctor-certificate.ts'
import { clockChecks } from './doctor-clock.ts'
import { codesChecks } from './doctor-codes.ts'
import { copyChecks } from './doctor-copy.ts'
import { journalChecks } from './doctor-journal.ts'
import { type StorageDeps, storageChecks } from './doctor-storage.ts'
import { type UpstreamToken, upstreamChecks } from './doctor-upstream.ts'
import { webhookChecks } from './doctor-webhooks.ts'

export interface DoctorDeps extends Pick<StorageDeps, 'upkeep'> {
  readonly codes: Codes
  readonly clock: Clock
  readonly journal: Pick<Journal, 'status'>
  /** Null if the database is not copied. */
  readonly copy: { status(): CopyStatus } | null
  readonly signingProblems: SigningProblems
  readonly upstreamToken: UpstreamToken
  readonly storage: Storage
  /** With how many gateways use the same client id. */
  readonly settings: Pick<Settings, 'dataDir' | 'isDispatching' | 'tillsOfClient'>
  readonly authority: Pick<Authority, 'ready' | 'clock'>
  readonly companies: Companies
  readonly records: Pick<Records, 'needingPerson'>
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly webhooks: Pick<Webhooks, 'targets'>
  readonly outbox: Pick<Outbox, 'hindranceOf'>
}

const patienceMs = 10_000
/** Below this a shop's next weeks are at risk. */
const leastFreeBytes = 500 * 1024 * 1024

/** Looks at everything that can be wrong with an installation, a named check each (contract 1). */
export const doctor =
  (deps: DoctorDeps): OperatorHandler<'doctor'> =>
  async ({ language }) => {
    const groups = await Promise.all([
      storageChecks({ upkeep: deps.upkeep, storageState: () => stateOf(deps.storage) }),
      disk(deps),
      authority(deps),
      outbox(deps),
      codesChecks(deps),
      webhookChecks(deps.webhooks),
    ])
    const [first, ...rest] = [...groups, copyChecks(deps.copy)].map((group) =>
      group.map((check) => told(check, language)),
    )
    const checks = [...(first ?? []), ...(await journalChecks(deps.journal, language)), ...rest.flat()]
    const worst = (['bad', 'warning'] as const).find((verdict) => checks.some((check) => check.verdict === verdict))
    return ok({ verdict: worst ?? 'good', checks })
  }

const stateOf = ({ status: now }: Storage) => (now.state === 'read_only' && isDamaged(now) ? 'damaged' : now.state)

const told = ({ name, verdict, says, values }: Check, language: Language) => ({
  name,
  verdict,
  message: say(language, 'status', says, values),
})

async function disk({ settings }: DoctorDeps): Promise<readonly Check[]> {
  const { bavail, bsize } = await statfs(settings.dataDir)
  const free = bavail * bsize
  const values = { free: (free / 1024 ** 3).toFixed(1) }
  if (free < leastFreeBytes) return [{ name: 'disk', verdict: 'bad', says: 'disk_low', values }]
  return [{ name: 'disk', verdict: 'good', says: 'disk_enough', values }]
}

async function authority(deps: DoctorDeps): Promise<readonly Check[]> {
  const companies = await deps.companies.list()
  if (companies.length === 0) return [{ name: 'companies', verdict: 'warning', says: 'no_company' }]
  const asked = [upstreamChecks(deps.upstreamToken), ...companies.map((company) => connections(deps, company))]
  const connected = (await Promise.all(asked)).flat()
  // After they were asked: their answers say what time it is there.
  const checks = [...connected, ...proxyChecks(), ...shareChecks(deps), ...clockChecks(deps.authority)]
  if (deps.settings.isDispatching) return checks
  return [{ name: 'sending', verdict: 'warning', says: 'dispatch_off' }, ...checks]
}

/** Says what is wrong with the proxy where that keeps requests from leaving, with its host and port. */
function proxyChecks(): readonly Check[] {
  const trouble = proxyTrouble()
  if (trouble === null) return []
  const { kind, ...values } = trouble
  const words = 'status' in values ? { ...values, status: String(values.status) } : values
  return [{ name: 'proxy', verdict: 'bad', says: `proxy_${kind}`, values: words }]
}

/** Limits are of a client, and so of all who use it. */
const shareChecks = ({ settings: { tillsOfClient } }: DoctorDeps): readonly Check[] =>
  tillsOfClient === 1
    ? []
    : [{ name: 'limits', verdict: 'good', says: 'limits_shared', values: { count: String(tillsOfClient) } }]

/** Without a certificate to sign with the authority is not asked at all. */
async function connections(deps: DoctorDeps, company: Company): Promise<readonly Check[]> {
  const certificate = await certificateChecks(deps.signingProblems, company)
  return isAbleToSign(certificate) ? [...certificate, ...(await connection(deps, company))] : certificate
}

async function connection(deps: DoctorDeps, { profile }: Company): Promise<readonly Check[]> {
  const tired = setTimeout(patienceMs, null, { ref: false })
  const advice = await Promise.race([deps.authority.ready(profile), tired])
  const name = `authority ${profile.companyCode}`
  const values = { company: profile.companyCode }
  const hindrance = deps.outbox.hindranceOf(profile.companyGuid)
  const kept = hindrance?.fault ?? null
  // It takes the sign-in, and refused the last document for whose it was: only another one shows whether that was mended.
  if (advice?.kind === 'go_on' && kept) return [{ name, verdict: 'bad', ...wrongOf(kept, profile) }]
  // A sign-in that still holds says nothing of whether it answers now.
  const isAway = hindrance !== null && hindrance.attention === null
  const isReached =
    (advice?.kind === 'go_on' && !isAway) || (advice?.kind === 'pause' && advice.attention === 'clock_wrong')
  if (isReached) return [{ name, verdict: 'good', says: 'authority_reached', values }]
  const isOurs = advice?.kind === 'pause' && advice.attention === 'company_not_ready'
  if (!isOurs) return [{ name, verdict: 'warning', says: 'authority_unreachable', values }]
  // One token serves every company there; what is wrong with it is told once.
  if (deps.upstreamToken || advice.fault?.kind === 'no_certificate') return []
  return [{ name, verdict: 'bad', ...wrongOf(advice.fault ?? null, profile) }]
}

/** What the owner has to mend, and with what. */
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

async function outbox({ schedule, records }: DoctorDeps): Promise<readonly Check[]> {
  const { waiting, inDoubt, oldestWaitingAt } = tally(await schedule.lanes())
  const needed = await records.needingPerson(null)
  return [
    waiting === 0 || oldestWaitingAt === null
      ? { name: 'queue', verdict: 'good', says: 'queue_empty' }
      : {
          name: 'queue',
          verdict: 'warning',
          says: 'queue_waiting',
          values: { count: String(waiting), since: toWire(oldestWaitingAt) },
        },
    inDoubt === 0
      ? { name: 'in doubt', verdict: 'good', says: 'nothing_in_doubt' }
      : { name: 'in doubt', verdict: 'warning', says: 'in_doubt', values: { count: String(inDoubt) } },
    needed === 0
      ? { name: 'people', verdict: 'good', says: 'nobody_needed' }
      : { name: 'people', verdict: 'warning', says: 'person_needed', values: { count: String(needed) } },
  ]
}
