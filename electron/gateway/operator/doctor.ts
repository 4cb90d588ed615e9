import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { fill, type Language, words } from '../../../shared/words/words.ts'
import type { Authority, CompanyFault } from '../authority/port.ts'
import { type Handler, ok } from '../http/call.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Companies, Company, CompanyProfile, Schedule, Upkeep } from '../store/port.ts'
import type { Records } from '../store/port-records.ts'
import type { Check } from './check.ts'
import { type CertificateParts, certificateChecks, isAbleToSign } from './doctor-certificate.ts'
import { clockChecks } from './doctor-clock.ts'
import { type CodesCheckParts, codesChecks } from './doctor-codes.ts'
import { type JournalCheckParts, journalChecks } from './doctor-journal.ts'
import { type UpstreamCheckParts, upstreamChecks } from './doctor-upstream.ts'
import { tally } from './queue.ts'

export interface DoctorParts extends CertificateParts, CodesCheckParts, JournalCheckParts, UpstreamCheckParts {
  readonly dataDir: string
  readonly isDispatching: boolean
  readonly authority: Pick<Authority, 'ready' | 'clock'>
  readonly companies: Companies
  readonly records: Pick<Records, 'attentions'>
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly upkeep: Pick<Upkeep, 'integrity'>
  /** How many gateways use the same client id. */
  readonly tillsOfClient: number
  readonly hindranceOf: Outbox['hindranceOf']
  readonly storageState: () => 'sound' | 'failing' | 'full' | 'read_only' | 'damaged'
}

const patienceMs = 10_000
/** Below this a shop's next weeks are at risk. */
const leastFreeBytes = 500 * 1024 * 1024

/** Looks at everything that can be wrong with an installation, a named check each (contract 1). */
export const doctor =
  (parts: DoctorParts): Handler =>
  async ({ language }) => {
    const groups = await Promise.all([storage(parts), disk(parts), authority(parts), outbox(parts), codesChecks(parts)])
    const [first, ...rest] = groups.map((group) => group.map((check) => told(check, language)))
    const checks = [...(first ?? []), ...(await journalChecks(parts, language)), ...rest.flat()]
    const worst = (['bad', 'warning'] as const).find((verdict) => checks.some((check) => check.verdict === verdict))
    return ok({ verdict: worst ?? 'good', checks })
  }

const told = ({ name, verdict, says, values }: Check, language: Language) => ({
  name,
  verdict,
  message: fill(words[language].standing[says], values),
})

async function storage({ upkeep, storageState }: DoctorParts): Promise<readonly Check[]> {
  const state = storageState()
  if (state !== 'sound') return [{ name: 'storage', verdict: 'bad', says: `storage_${state}` }]
  const [finding] = await upkeep.integrity()
  if (finding === undefined) return [{ name: 'storage', verdict: 'good', says: 'storage_sound' }]
  return [{ name: 'storage', verdict: 'bad', says: 'storage_broken', values: { finding } }]
}

async function disk({ dataDir }: DoctorParts): Promise<readonly Check[]> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const values = { free: (free / 1024 ** 3).toFixed(1) }
  if (free < leastFreeBytes) return [{ name: 'disk', verdict: 'bad', says: 'disk_low', values }]
  return [{ name: 'disk', verdict: 'good', says: 'disk_enough', values }]
}

async function authority(parts: DoctorParts): Promise<readonly Check[]> {
  const companies = await parts.companies.list()
  if (companies.length === 0) return [{ name: 'companies', verdict: 'warning', says: 'no_company' }]
  const asked = [upstreamChecks(parts), ...companies.map((company) => connections(parts, company))]
  const connected = (await Promise.all(asked)).flat()
  // After they were asked: their answers say what time it is there.
  const checks = [...connected, ...shareChecks(parts), ...clockChecks(parts.authority)]
  if (parts.isDispatching) return checks
  return [{ name: 'sending', verdict: 'warning', says: 'dispatch_off' }, ...checks]
}

/** Limits are of a client, and so of all who use it. */
const shareChecks = ({ tillsOfClient }: DoctorParts): readonly Check[] =>
  tillsOfClient === 1
    ? []
    : [{ name: 'limits', verdict: 'good', says: 'limits_shared', values: { count: String(tillsOfClient) } }]

/** Without a certificate to sign with the authority is not asked at all. */
async function connections(parts: DoctorParts, company: Company): Promise<readonly Check[]> {
  const certificate = await certificateChecks(parts, company)
  return isAbleToSign(certificate) ? [...certificate, ...(await connection(parts, company))] : certificate
}

async function connection(parts: DoctorParts, { profile }: Company): Promise<readonly Check[]> {
  const tired = setTimeout(patienceMs, null, { ref: false })
  const advice = await Promise.race([parts.authority.ready(profile), tired])
  const name = `authority ${profile.companyCode}`
  const values = { company: profile.companyCode }
  const kept = parts.hindranceOf(profile.companyGuid)?.fault ?? null
  // It takes the sign-in, and refused the last document for whose it was: only another one shows whether that was mended.
  if (advice?.kind === 'go_on' && kept) return [{ name, verdict: 'bad', ...wrongOf(kept, profile) }]
  const isReached = advice?.kind === 'go_on' || (advice?.kind === 'pause' && advice.attention === 'clock_wrong')
  if (isReached) return [{ name, verdict: 'good', says: 'authority_reached', values }]
  const isOurs = advice?.kind === 'pause' && advice.attention === 'company_not_ready'
  if (!isOurs) return [{ name, verdict: 'warning', says: 'authority_unreachable', values }]
  // One token serves every company there; what is wrong with it is told once.
  if (parts.upstreamToken || advice.fault?.kind === 'no_certificate') return []
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

async function outbox({ schedule, records }: DoctorParts): Promise<readonly Check[]> {
  const { waiting, inDoubt, oldestWaitingAt } = tally(await schedule.lanes())
  const needed = [...(await records.attentions(null)).values()].reduce((sum, count) => sum + count, 0)
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
