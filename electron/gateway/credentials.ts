import { z } from 'zod'
import type { Credentials } from './authority/myinvois/session.ts'
import type { Secrets } from './secrets.ts'
import type { CompanyProfile } from './store/port.ts'

/** With what the gateway signs in at the authority, company by company (contract 1). */
export interface CompanyCredentials {
  of(company: CompanyProfile): Promise<Credentials | null>
  set(company: CompanyProfile, credentials: Credentials): Promise<void>
}

const shape = z.object({ clientId: z.string(), clientSecret: z.string(), onBehalfOf: z.string().nullable() })

/** @param shared serves every company that has none of its own */
export function credentialsIn(secrets: Secrets, shared: Credentials | null): CompanyCredentials {
  const known = new Map<string, Credentials>()
  const nameOf = ({ companyGuid }: CompanyProfile) => `myinvois/${companyGuid}`
  return {
    async of(company) {
      const cached = known.get(company.companyGuid)
      if (cached) return cached
      const kept = await secrets.get(nameOf(company))
      if (kept === null) return shared
      const credentials = shape.parse(JSON.parse(kept))
      known.set(company.companyGuid, credentials)
      return credentials
    },
    async set(company, credentials) {
      await secrets.set(nameOf(company), JSON.stringify(credentials))
      known.set(company.companyGuid, credentials)
    },
  }
}
