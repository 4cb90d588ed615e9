import { createHmac } from 'node:crypto'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { Clock, GatewayPorts } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { Environment } from '../settings/values.ts'
import type { Company, Settings as KeptSettings, Store } from '../store/port/port.ts'
import { getOrCreateSecret } from './secrets.ts'

/** The data directory belongs to another authority (contract 1, exit code 2). */
export class WrongAuthority extends Error {
  override readonly name = 'WrongAuthority'
}

export function authorityOf({ authority, myinvois, upstream }: Settings): string {
  const which = myinvois?.environment ?? upstream?.url
  return which === undefined ? authority : `${authority} ${which}`
}

/**
 * A data directory belongs to one authority and environment from its first start: practice documents must never go
 * live. @throws WrongAuthority
 */
export async function assertAuthority(kept: KeptSettings, authority: string): Promise<void> {
  const bound = await kept.get('authority')
  if (bound !== null && bound !== authority)
    throw new WrongAuthority(`This data directory belongs to “${bound}”, not “${authority}”. Use another --data-dir.`)
}

/** None before the first start. */
export async function boundAuthorityEnv(kept: KeptSettings): Promise<Environment> {
  const [authority, environment] = (await kept.get('authority'))?.split(' ') ?? []
  if (authority === undefined) return {}
  return {
    RESIT_AUTHORITY: authority,
    ...(environment !== undefined && { [variableOf(authority, environment)]: environment }),
  }
}

function variableOf(authority: string, environment: string): string {
  if (authority === 'gateway') return 'RESIT_UPSTREAM_URL'
  return URL.canParse(environment) ? 'RESIT_MYINVOIS_API_URL' : 'RESIT_MYINVOIS_ENVIRONMENT'
}

export async function bindToAuthority(kept: KeptSettings, authority: string, at: EpochMs): Promise<void> {
  if ((await kept.get('authority')) === null) await kept.set('authority', authority, 'gateway', at)
}

/**
 * A secret for page links and for digests in the journal.
 * @returns one for this run only if the secrets cannot be read: page links end with it
 */
export async function installationKey({
  secrets,
  randomness,
  log,
}: Pick<GatewayPorts, 'secrets' | 'randomness' | 'log'>): Promise<string> {
  const make = () => randomness.secret(32)
  try {
    return await getOrCreateSecret(secrets, 'installation/key', make)
  } catch (err) {
    log.warn({ err }, 'the key of this installation cannot be kept: one for this run')
    return make()
  }
}

export const digestWith =
  (key: string) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url')

/** The company that practice mode begins with (contract 1); the owner's changes stay. */
export async function makeDemoCompany(
  { companies }: Store,
  clock: Clock,
  demo: (at: number) => Company,
): Promise<void> {
  const company = demo(clock.now())
  if (!(await companies.byGuid(company.profile.companyGuid))) await companies.save(company, 'gateway')
}
