import type { AuthorityReference, ShownReference } from '../../../../shared/domain/record.ts'
import type { Clock } from '../../ports.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { type AskHttpDeps, builtDocumentOf } from '../ask.ts'
import { AuthorityClock } from '../authority-clock.ts'
import type { Authority, CompanyFault, DocumentSource, SendingAdvice } from '../port.ts'
import { Api } from './api.ts'
import { CancellationWindow, cancelDocument, findCancellation } from './cancel.ts'
import { Limits } from './limits.ts'
import { lookUpDocuments } from './look-up.ts'
import { pollSubmission, pollWatched } from './poll.ts'
import { listSent } from './search.ts'
import { type CredentialsFor, type SessionDeps, Sessions } from './session.ts'
import { type CertificateFor, Signer } from './sign/sign.ts'
import { submitBatch } from './submit.ts'
import { findTinByIdNumber, taxpayerOfQrCode, validateTaxpayer } from './taxpayer.ts'
import { ublDocument } from './ubl/document.ts'

export type MyInvoisSettings = Connection & Signing

export type Signing =
  | { readonly documentVersion: '1.0' }
  | { readonly documentVersion: '1.1'; readonly certificateFor: CertificateFor }

interface Connection extends Pick<AskHttpDeps, 'tally'>, Pick<SessionDeps, 'otherSecretWorks'> {
  readonly apiUrl: string
  readonly identityUrl: string
  readonly portalUrl: string
  readonly requestTimeoutMs: number
  readonly rateScale: number
}

export function createMyInvois(settings: MyInvoisSettings, credentialsFor: CredentialsFor, own: Clock): Authority {
  const clock = new AuthorityClock(own)
  const { rateScale, requestTimeoutMs: timeoutMs, tally, identityUrl, otherSecretWorks } = settings
  const common = { credentialsFor, clock, limits: new Limits(rateScale, clock), timeoutMs, tally }
  const sessions = new Sessions({ ...common, identityUrl, ...(otherSecretWorks && { otherSecretWorks }) })
  const api = new Api({ ...common, apiUrl: settings.apiUrl, sessions })
  const signer = settings.documentVersion === '1.1' ? new Signer(settings.certificateFor, clock) : null
  const window = new CancellationWindow(clock)
  const textOf = (source: DocumentSource) => ublDocument(source, settings.documentVersion)
  return {
    name: 'myinvois',
    clock,
    mostInBatch: 100,
    build: (source) => (signer ? signer.sign(textOf(source), source.company) : builtDocumentOf(textOf(source))),
    sizeOf: (source) => Buffer.byteLength(textOf(source), 'utf8') + (signer?.addedBytes(source.company) ?? 0),
    ready: (company) => getReady(api, { signer, clock }, company),
    ask: (company) => api.askTime(company),
    submit: (company, batch, mayStillSend) => submitBatch(api, company, batch, mayStillSend),
    poll: (company, submissionUid, documents) =>
      pollSubmission(api, company, submissionUid, new Set(documents.map(({ uuid }) => uuid))),
    watch: (company, documents, step) => pollWatched(api, company, { documents, step }),
    listSent: (company, ask) => listSent(api, company, ask),
    lookUp: (company, queries, step) => lookUpDocuments(api, company, { queries, step }),
    cancel: (company, document, reason) => cancelDocument(api, company, document, reason),
    cancelledThere: (company, { uuid }) => findCancellation(api, company, uuid),
    validateTaxpayer: (company, taxpayer) => validateTaxpayer(api, company, taxpayer),
    searchTaxpayer: (company, number) => findTinByIdNumber(api, company, number),
    taxpayerOfCode: (company, code) => taxpayerOfQrCode(api, company, code),
    learnRules: (company) => window.learn(api, company),
    toldWindowMs: () => window.toldMs(),
    shown: (reference) => shownWith(reference, settings.portalUrl),
  }
}

const shownWith = ({ longId, ...names }: AuthorityReference, portalUrl: string): ShownReference =>
  longId === ''
    ? { ...names, longId: null, validationUrl: null }
    : { ...names, longId, validationUrl: `${portalUrl}/${names.uuid}/share/${longId}` }

const companyPause = (fault: CompanyFault): SendingAdvice => ({
  kind: 'pause',
  askedMs: null,
  attention: 'company_not_ready',
  fault,
})

/** Signs in before a claim, so that a claimed document can be sent at once. */
async function getReady(
  api: Api,
  { signer, clock }: { readonly signer: Signer | null; readonly clock: AuthorityClock },
  company: CompanyProfile,
): Promise<SendingAdvice> {
  if (signer && !(await signer.prepare(company))) return companyPause({ kind: 'no_certificate' })
  const heldMs = await api.heldMs('submit', company)
  if (heldMs !== null) return { kind: 'pause', askedMs: heldMs, attention: null }
  await api.awaitPermit('submit', company)
  const signIn = await api.signIn(company)
  switch (signIn.kind) {
    case 'signed_in':
      return (await clock.isFitToSend(() => api.askTime(company)))
        ? { kind: 'go_on' }
        : { kind: 'pause', askedMs: null, attention: 'clock_wrong' }
    case 'no_credentials':
      return companyPause({ kind: 'no_credentials' })
    case 'refused':
      return companyPause({ kind: signIn.isOnBehalf ? 'not_appointed' : 'refused' })
    case 'foreign':
      return companyPause(signIn)
    case 'throttled':
      return { kind: 'pause', askedMs: signIn.askedMs, attention: null }
    case 'unreachable':
      return { kind: 'pause', askedMs: null, attention: null }
  }
}
