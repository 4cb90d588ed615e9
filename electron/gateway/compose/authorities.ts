import type { OutletHealth } from '../../../shared/api/operator/health.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import { createMyInvois, type Signing } from '../authority/myinvois/adapter.ts'
import { isSameTin } from '../authority/myinvois/session.ts'
import {
  type CertificateFault,
  certificateWarnings,
  openCertificate,
  type SigningCertificate,
} from '../authority/myinvois/sign/certificate.ts'
import { PracticeCertificates } from '../authority/myinvois/sign/practice-certificates.ts'
import { verifyDocument } from '../authority/myinvois/sign/verify.ts'
import type { Authority, TokenStatus } from '../authority/port.ts'
import { type Practice, startPractice } from '../authority/practice/practice.ts'
import { createUpstream } from '../authority/upstream/adapter.ts'
import { outletReporter, tokenCheck } from '../authority/upstream/ready.ts'
import { type CertificateProblem, type CredentialStore, credentialStore } from '../installation/credentials.ts'
import { TraceIds } from '../platform/traces.ts'
import type { Clock, GatewayPorts, Metrics } from '../ports.ts'
import type { CertificateFile, Settings, UpstreamConfig } from '../settings/settings.ts'
import { BadConfiguration } from '../settings/values.ts'
import type { Companies, CompanyProfile } from '../store/port/port.ts'

export interface AuthorityConnection {
  readonly authority: Authority
  readonly credentials: CredentialStore
  readonly practice: Practice | null
  /** Both null if documents are not signed. */
  readonly signingProblems: ((company: CompanyProfile) => Promise<readonly CertificateProblem[]>) | null
  readonly certificateEnd: ((company: CompanyProfile) => Promise<EpochMs | null>) | null
  /** Null if no gateway stands in the authority's place. */
  readonly upstreamToken: (() => Promise<TokenStatus>) | null
  readonly traces: TraceIds
  /** Null if no gateway stands in the authority's place. */
  readonly reportUpstream: ((report: OutletHealth) => Promise<void>) | null
}

interface Kept {
  readonly companies: Companies
  readonly practiceLedger: string | null
  readonly tallies: Pick<Metrics, 'count'>
}

/**
 * Practice mode uses the same adapter as production, against a server of its own.
 * @throws BadConfiguration if the shared certificate cannot sign documents
 */
export async function connectAuthority(
  settings: Settings,
  ports: GatewayPorts,
  kept: Kept,
): Promise<AuthorityConnection> {
  const { upstream, myinvois, documentVersion, timing, rateScale } = settings
  const { clock } = ports
  const { tallies: tally } = kept
  if (upstream) return connectUpstream(settings, upstream, { ...ports, ...kept })
  const { credentials, practice, ...addresses } = myinvois
    ? { ...myinvois, credentials: await ownCredentials(settings, ports), practice: null }
    : await practiceFor(settings, { ...ports, ...kept })
  const { requestTimeoutMs } = timing
  const otherSecretWorks = (company: CompanyProfile) =>
    credentials
      .swapSecrets(company)
      // The other secret is tried again at the next sign-in.
      .catch((err: unknown) => ports.log.error({ err }, 'the secret that works could not be stored as the first'))
  const common = { requestTimeoutMs, rateScale, tally, otherSecretWorks }
  const connection = { ...addresses, ...common, ...signingWith(settings, credentials) }
  return {
    authority: createMyInvois(connection, (company) => credentials.of(company), clock),
    credentials,
    practice,
    signingProblems: documentVersion === '1.1' ? signingProblemsWith(credentials, clock) : null,
    certificateEnd:
      documentVersion === '1.1' ? async (of) => (await credentials.certificateOf(of))?.validTo ?? null : null,
    upstreamToken: null,
    traces: new TraceIds(),
    reportUpstream: null,
  }
}

async function ownCredentials({ sharedCredentials, sharedCertificate }: Settings, { secrets }: GatewayPorts) {
  const shared = { credentials: sharedCredentials, certificate: await openShared(sharedCertificate) }
  return credentialStore(secrets, shared, openCertificate)
}

/** The other gateway signs in and signs; one token serves every company. */
function connectUpstream(
  { timing }: Settings,
  upstream: UpstreamConfig,
  { clock, secrets, tallies: tally }: GatewayPorts & Kept,
): AuthorityConnection {
  const credentials = { clientId: 'gateway', clientSecret: upstream.token, onBehalfOf: null }
  const traces = new TraceIds()
  const connection = { ...upstream, requestTimeoutMs: timing.requestTimeoutMs, traces }
  return {
    authority: createUpstream({ ...connection, tally }, clock),
    credentials: {
      ...credentialStore(secrets, { credentials, certificate: null }, openCertificate),
      of: async () => credentials,
      set: async () => undefined,
    },
    practice: null,
    signingProblems: null,
    certificateEnd: null,
    upstreamToken: tokenCheck(connection, clock),
    traces,
    reportUpstream: outletReporter(connection, clock),
  }
}

const signingWith = ({ documentVersion }: Settings, credentials: CredentialStore): Signing =>
  documentVersion === '1.1'
    ? { documentVersion, certificateFor: (company) => ownCertificate(credentials, company) }
    : { documentVersion }

/**
 * Another taxpayer's certificate signs nothing: the authority would refuse every document (DS311). An intermediary
 * signs with its own (myinvois 7).
 */
async function ownCertificate(
  credentials: CredentialStore,
  company: CompanyProfile,
): Promise<SigningCertificate | null> {
  const certificate = await credentials.certificateOf(company)
  const tin = certificate?.subject.tin ?? null
  if (tin === null || isSameTin(tin, company.tin)) return certificate
  return (await credentials.of(company))?.onBehalfOf == null ? null : certificate
}

const unusable: Readonly<Record<CertificateFault, string>> = {
  wrong_password: 'it cannot be opened with RESIT_MYINVOIS_CERTIFICATE_PASSWORD.',
  not_a_certificate: 'it is not a PKCS#12 file (.p12, .pfx) with a certificate in it.',
  no_key: 'it holds no private key; export the certificate together with its key.',
  key_does_not_match: 'its private key does not belong to its certificate.',
  unsupported: 'its key is not RSA, or it is protected in a way that cannot be opened here; export it again.',
}

async function openShared(file: CertificateFile | null): Promise<SigningCertificate | null> {
  if (!file) return null
  const opened = await openCertificate(file.pkcs12, file.password)
  if (typeof opened === 'string') throw new BadConfiguration(`RESIT_MYINVOIS_CERTIFICATE: ${unusable[opened]}`)
  return opened
}

const signingProblemsWith =
  (credentials: CredentialStore, clock: Clock) =>
  async (company: CompanyProfile): Promise<readonly CertificateProblem[]> => {
    const certificate = await credentials.certificateOf(company)
    if (!certificate) return [{ code: 'missing' }]
    const warnings = certificateWarnings(certificate, company, clock.now())
    const isForAnother = (await credentials.of(company))?.onBehalfOf != null
    // An intermediary signs with its own certificate (myinvois 7).
    return isForAnother ? warnings.filter(({ code }) => code !== 'wrong_tin' && code !== 'wrong_brn') : warnings
  }

async function practiceFor(
  { rateScale, documentVersion }: Settings,
  { companies, practiceLedger, clock, randomness, log, secrets }: GatewayPorts & Kept,
) {
  const certificates = documentVersion === '1.1' ? new PracticeCertificates({ secrets, clock }) : null
  const trusted = certificates && [(await certificates.authority()).certificatePem]
  const practice = await startPractice({
    ...(trusted && { verifySignature: (text, issuer) => verifyDocument(text, issuer, trusted) }),
    file: practiceLedger,
    clock,
    randomness,
    log,
    rateScale,
    companies: async () =>
      (await companies.list()).map(({ profile: { tin, idType, idNumber, name } }) => ({ tin, idType, idNumber, name })),
  })
  const own = credentialStore(secrets, { credentials: null, certificate: null }, openCertificate)
  const credentials: CredentialStore = {
    ...own,
    of: async ({ tin }) => practice.credentialsFor(tin),
    // The practice authority knows credentials of its own for every company.
    set: async () => undefined,
    certificateOf: async (company) => (await own.certificateOf(company)) ?? certificates?.of(company) ?? null,
  }
  const { url } = practice
  return { credentials, practice, apiUrl: url, identityUrl: url, portalUrl: url }
}
