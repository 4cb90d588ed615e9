import { z } from 'zod'
import type { Credentials } from '../authority/myinvois/session.ts'
import type {
  CertificateFault,
  CertificateWarning,
  SigningCertificate,
} from '../authority/myinvois/sign/certificate.ts'
import type { Secrets } from '../ports.ts'
import type { CertificateFile } from '../settings/settings.ts'
import type { CompanyProfile } from '../store/port/port.ts'

export interface KeptCredentials extends Credentials {
  /** The secrets were swapped: the one that was entered second works. */
  readonly isSwapped?: boolean | undefined
}

export interface CredentialStore {
  of(company: CompanyProfile): Promise<KeptCredentials | null>
  set(company: CompanyProfile, credentials: KeptCredentials): Promise<void>
  /** The other of two secrets becomes the first. */
  swapSecrets(company: CompanyProfile): Promise<void>
  /** The secret that is not in use is removed. */
  removeOtherSecret(company: CompanyProfile): Promise<void>
  /** Null if the company has none and none is shared. */
  certificateOf(company: CompanyProfile): Promise<SigningCertificate | null>
  /** @returns why the certificate cannot sign, and then nothing has changed; null if it was stored */
  setCertificate(company: CompanyProfile, file: CertificateFile): Promise<CertificateFault | null>
  /**
   * Another process changed this secret: it is read again when it is needed.
   * @returns the GUID of its company; null if it belongs to none
   */
  forget(secret: string): string | null
}

export type CertificateProblem = CertificateWarning | { readonly code: 'missing' }

/** Serves every company without its own. */
export interface SharedCredentials {
  readonly credentials: Credentials | null
  readonly certificate: SigningCertificate | null
}

export type CertificateOpener = (pkcs12: Uint8Array, password: string) => Promise<SigningCertificate | CertificateFault>

const credentialsShape = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  otherSecret: z.string().nullish(),
  isSwapped: z.boolean().optional(),
  onBehalfOf: z.string().nullable(),
})
const certificateShape = z.object({ pkcs12: z.base64(), password: z.string() })

const nameOf = ({ companyGuid }: CompanyProfile) => `myinvois/${companyGuid}`
const ofCompany = /^myinvois\/([^/]+)/
const certificateNameOf = (company: CompanyProfile) => `${nameOf(company)}/certificate`

/** `company` stands for the company's own TIN, `company:brn` for its TIN and registration (myinvois 1). */
function onBehalf(credentials: KeptCredentials, { tin, idNumber }: CompanyProfile): KeptCredentials {
  switch (credentials.onBehalfOf) {
    case 'company':
      return { ...credentials, onBehalfOf: tin }
    case 'company:brn':
      return { ...credentials, onBehalfOf: `${tin}:${idNumber}` }
    default:
      return credentials
  }
}

function swapped(kept: KeptCredentials): KeptCredentials {
  const { clientSecret, otherSecret, isSwapped } = kept
  return otherSecret == null
    ? kept
    : { ...kept, clientSecret: otherSecret, otherSecret: clientSecret, isSwapped: !isSwapped }
}

export function credentialStore(secrets: Secrets, shared: SharedCredentials, open: CertificateOpener): CredentialStore {
  const known = new Map<string, KeptCredentials>()
  const opened = new Map<string, SigningCertificate>()
  // A value that was read before another process changed it is not cached.
  let timesForgotten = 0
  const own = async (company: CompanyProfile): Promise<KeptCredentials | null> => {
    const cached = known.get(company.companyGuid)
    if (cached) return cached
    const before = timesForgotten
    const kept = await secrets.get(nameOf(company))
    if (kept === null) return null
    const credentials = credentialsShape.parse(JSON.parse(kept))
    if (before === timesForgotten) known.set(company.companyGuid, credentials)
    return credentials
  }
  const set = async (company: CompanyProfile, credentials: KeptCredentials): Promise<void> => {
    await secrets.set(nameOf(company), JSON.stringify(credentials))
    known.set(company.companyGuid, credentials)
  }
  const change = async (company: CompanyProfile, to: (kept: KeptCredentials) => KeptCredentials): Promise<void> => {
    const kept = await own(company)
    if (kept) await set(company, to(kept))
  }
  return {
    async of(company) {
      const credentials = (await own(company)) ?? shared.credentials
      return credentials && onBehalf(credentials, company)
    },
    set,
    swapSecrets: (company) => change(company, swapped),
    removeOtherSecret: (company) => change(company, (kept) => ({ ...kept, otherSecret: null, isSwapped: false })),
    async certificateOf(company) {
      const cached = opened.get(company.companyGuid)
      if (cached) return cached
      const before = timesForgotten
      const kept = await secrets.get(certificateNameOf(company))
      if (kept === null) return shared.certificate
      const { pkcs12, password } = certificateShape.parse(JSON.parse(kept))
      const certificate = await open(Buffer.from(pkcs12, 'base64'), password)
      // It was opened when it was stored, so the store of secrets is damaged.
      if (typeof certificate === 'string')
        throw new Error(`the kept certificate of ${company.companyCode}: ${certificate}`)
      if (before === timesForgotten) opened.set(company.companyGuid, certificate)
      return certificate
    },
    async setCertificate(company, { pkcs12, password }) {
      const certificate = await open(pkcs12, password)
      if (typeof certificate === 'string') return certificate
      const kept = { pkcs12: Buffer.from(pkcs12).toString('base64'), password }
      await secrets.set(certificateNameOf(company), JSON.stringify(kept))
      opened.set(company.companyGuid, certificate)
      return null
    },
    forget(secret) {
      timesForgotten += 1
      const companyGuid = ofCompany.exec(secret)?.[1] ?? null
      if (companyGuid !== null) for (const map of [known, opened]) map.delete(companyGuid)
      return companyGuid
    },
  }
}
