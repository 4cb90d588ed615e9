import type { Authority } from './authority/port.ts'
import { createMyInvois } from './authority/myinvois/adapter.ts'
import { type Practice, startPractice } from './authority/practice/practice.ts'
import { type CompanyCredentials, credentialsIn } from './credentials.ts'
import type { GatewayPorts } from './ports.ts'
import type { Settings } from './settings.ts'
import type { Companies } from './store/port.ts'

export interface Connected {
  readonly authority: Authority
  readonly credentials: CompanyCredentials
  readonly practice: Practice | null
}

interface Parts extends GatewayPorts {
  readonly companies: Companies
  /** Null keeps it in memory. */
  readonly practiceLedger: string | null
}

/** The authority the settings name; practice mode runs the very adapter of production against a server of its own. */
export async function connectAuthority(settings: Settings, parts: Parts): Promise<Connected> {
  const { clock, secrets } = parts
  const common = {
    documentVersion: '1.0',
    requestTimeoutMs: settings.timing.requestTimeoutMs,
    rateScale: settings.rateScale,
  } as const
  if (settings.myinvois) {
    const credentials = credentialsIn(secrets, settings.sharedCredentials)
    const authority = createMyInvois({ ...settings.myinvois, ...common }, (company) => credentials.of(company), clock)
    return { authority, credentials, practice: null }
  }
  const practice = await practiceFor(settings, parts)
  const credentials: CompanyCredentials = {
    of: async ({ tin }) => practice.credentialsFor(tin),
    // The practice authority signs every company in by itself.
    set: async () => undefined,
  }
  const addresses = { apiUrl: practice.url, identityUrl: practice.url, portalUrl: practice.url }
  const authority = createMyInvois({ ...addresses, ...common }, (company) => credentials.of(company), clock)
  return { authority, credentials, practice }
}

const practiceFor = ({ rateScale }: Settings, { companies, practiceLedger, ...parts }: Parts): Promise<Practice> =>
  startPractice({
    file: practiceLedger,
    clock: parts.clock,
    randomness: parts.randomness,
    log: parts.log,
    rateScale,
    companies: async () =>
      (await companies.list()).map(({ profile: { tin, idType, idNumber, name } }) => ({ tin, idType, idNumber, name })),
  })
