import type { OutletReport } from '../../../shared/api/operator/health.ts'
import { createMyInvois, type Signing } from '../authority/myinvois/adapter.ts'
import { isSameTin } from '../authority/myinvois/session.ts'
import {
  type CertificateFault,
  certificateWarnings,
  openCertificate,
  type SigningCertificate,
} from '../authority/myinvois/sign/certificate.ts'
import { PracticeCertificates } from '../authority/myinvois/sign/practice-certificates.ts'
import { judgeSignature } from '../authority/myinvois/sign/verify.ts'
import type { Authority, TokenStatus } from '../authority/port.ts'
import { type Practice, startPractice } from '../authority/practice/practice.ts'
import { createUpstream } from '../authority/upstream/adapter.ts'
import { reporter, tokenCheck } from '../authority/upstream/ready.ts'
import { type CompanyCredentials, credentialsIn, type SigningProblem } from '../installation/credentials.ts'
import type { Clock, GatewayPorts } from '../ports.ts'
import type { CertificateFile, Settings, Upstream } from '../settings/settings.ts'
import { BadConfiguration } from '../settings/values.ts'
import type { Companies, CompanyProfile } from '../store/port/port.ts'

export interface Connected {
  readonly authority: Authority
  readonly credentials: CompanyCredentials
  readonly practice: Practice | null
  /** What is doubtful about the certificate a company signs with; null where documents are not signed. */
  readonly signingProblems: ((company: CompanyProfile) => Promise<readonly SigningProblem[]>) | null
  /** What the gateway in the authority's place makes of our token; null where there is none. */
  readonly upstreamToken: (() => Promise<TokenStatus>) | null
  /** Tells that gateway how this one stands; null where there is none. */
  readonly reportUpstream: ((report: OutletReport) => Promise<void>) | null
}

/** What the authority is told of companies, and where one of practice keeps what it takes; null keeps it in memory. */
interface Kept {
  readonly companies: Companies
  readonly practiceLedger: string | null
}

/**
 * The authority the settings name; practice mode runs the very adapter of production against a server of its own.
 * @throws BadConfiguration where the shared certificate cannot sign documents
 */
export async function connectAuthority(settings: Settings, ports: GatewayPorts, kept: Kept): Promise<Connected> {
  const { clock, secrets } = ports
  if (settings.upstream) return connectUpstream(settings, settings.upstream, ports)
  const isSigning = settings.documentVersion === '1.1'
  const common = {
    requestTimeoutMs: settings.timing.requestTimeoutMs,
    rateScale: settings.rateScale,
  } as const
  if (settings.myinvois) {
    const shared = {
      credentials: settings.sharedCredentials,
      certificate: await openShared(settings.sharedCertificate),
    }
    const credentials = credentialsIn(secrets, shared, openCertificate)
    const signingProblems = isSigning ? signingProblemsWith(credentials, clock) : null
    const connection = { ...settings.myinvois, ...common, ...signingWith(settings, credentials) }
    const authority = createMyInvois(connection, (company) => credentials.of(company), clock)
    return { authority, credentials, practice: null, signingProblems, ...noUpstream }
  }
  const certificates = new PracticeCertificates({ secrets, clock })
  const practice = await practiceFor(settings, { ...ports, ...kept }, isSigning ? certificates : null)
  const own = credentialsIn(secrets, { credentials: null, certificate: null }, openCertificate)
  const credentials: CompanyCredentials = {
    ...own,
    of: async ({ tin }) => practice.credentialsFor(tin),
    // The practice authority signs every company in by itself.
    set: async () => undefined,
    certificateOf: async (company) =>
      (await own.certificateOf(company)) ?? (isSigning ? certificates.of(company) : null),
  }
  const addresses = { apiUrl: practice.url, identityUrl: practice.url, portalUrl: practice.url }
  const connection = { ...addresses, ...common, ...signingWith(settings, credentials) }
  const authority = createMyInvois(connection, (company) => credentials.of(company), clock)
  const signingProblems = isSigning ? signingProblemsWith(credentials, clock) : null
  return { authority, credentials, practice, signingProblems, ...noUpstream }
}

const noUpstream = { upstreamToken: null, reportUpstream: null } as const

/** Another gateway signs in and signs by itself; one token serves every company. */
function connectUpstream({ timing }: Settings, upstream: Upstream, { clock, secrets }: GatewayPorts): Connected {
  const credentials = { clientId: 'gateway', clientSecret: upstream.token, onBehalfOf: null }
  const connection = { ...upstream, requestTimeoutMs: timing.requestTimeoutMs }
  return {
    authority: createUpstream(connection, clock),
    credentials: {
      ...credentialsIn(secrets, { credentials, certificate: null }, openCertificate),
      of: async () => credentials,
      set: async () => undefined,
    },
    practice: null,
    signingProblems: null,
    upstreamToken: tokenCheck(connection, clock),
    reportUpstream: reporter(connection, clock),
  }
}

const signingWith = ({ documentVersion }: Settings, credentials: CompanyCredentials): Signing =>
  documentVersion === '1.1'
    ? { documentVersion, certificateFor: (company) => ownCertificate(credentials, company) }
    : { documentVersion }

/**
 * A certificate of another taxpayer signs nothing: every document would be refused for it (DS311), which is no fault of
 * theirs. An intermediary signs with its own (myinvois 7).
 */
async function ownCertificate(
  credentials: CompanyCredentials,
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
  (credentials: CompanyCredentials, clock: Clock) =>
  async (company: CompanyProfile): Promise<readonly SigningProblem[]> => {
    const certificate = await credentials.certificateOf(company)
    if (!certificate) return [{ code: 'missing' }]
    const warnings = certificateWarnings(certificate, company, clock.now())
    const isForAnother = (await credentials.of(company))?.onBehalfOf != null
    // An intermediary signs with its own certificate (myinvois 7).
    return isForAnother ? warnings.filter(({ code }) => code !== 'wrong_tin' && code !== 'wrong_brn') : warnings
  }

const practiceFor = async (
  { rateScale }: Settings,
  { companies, practiceLedger, clock, randomness, log }: GatewayPorts & Kept,
  certificates: PracticeCertificates | null,
): Promise<Practice> => {
  const trusted = certificates && [(await certificates.authority()).certificatePem]
  return startPractice({
    ...(trusted && { verifySignature: (text, issuer) => judgeSignature(text, issuer, trusted) }),
    file: practiceLedger,
    clock,
    randomness,
    log,
    rateScale,
    companies: async () =>
      (await companies.list()).map(({ profile: { tin, idType, idNumber, name } }) => ({ tin, idType, idNumber, name })),
  })
}
