import { createHash } from 'node:crypto'
import type { Clock } from '../../ports.ts'
import type { CompanyProfile } from '../../store/port.ts'
import type { Advice, Authority, BuiltDocument, DocumentSource } from '../port.ts'
import { Api } from './api.ts'
import { cancelDocument, isCancelledThere } from './cancel.ts'
import { Limits } from './limits.ts'
import { lookUpDoubts } from './look-up.ts'
import { pollSubmission } from './poll.ts'
import { type CredentialsFor, Sessions } from './session.ts'
import { submitBatch } from './submit.ts'
import { searchTaxpayer, validateTaxpayer } from './taxpayer.ts'
import { type DocumentVersion, ublDocument } from './ubl/document.ts'

export interface MyInvoisSettings {
  readonly apiUrl: string
  readonly identityUrl: string
  /** Of the pages that validation links lead to. */
  readonly portalUrl: string
  readonly documentVersion: DocumentVersion
  readonly requestTimeoutMs: number
  /** Multiplies every limit of requests a minute. */
  readonly rateScale: number
}

/** The tax authority behind its HTTP API. */
export function createMyInvois(settings: MyInvoisSettings, credentialsFor: CredentialsFor, clock: Clock): Authority {
  const limits = new Limits(clock, settings.rateScale)
  const timeoutMs = settings.requestTimeoutMs
  const sessions = new Sessions({ identityUrl: settings.identityUrl, credentialsFor, clock, limits, timeoutMs })
  const api = new Api({ apiUrl: settings.apiUrl, sessions, limits, credentialsFor, clock, timeoutMs })
  const build = (source: DocumentSource) => buildDocument(source, settings.documentVersion)
  return {
    build,
    sizeOf: (source) => build(source).bytes.length,
    ready: (company) => getReady(api, company),
    submit: (company, batch, mayStillSend) => submitBatch(api, company, batch, mayStillSend),
    poll: (company, submissionUid, uuids) => pollSubmission(api, company, submissionUid, uuids),
    lookUp: (company, doubts) => lookUpDoubts(api, company, doubts),
    cancel: (company, uuid, reason) => cancelDocument(api, company, uuid, reason),
    isCancelled: (company, uuid) => isCancelledThere(api, company, uuid),
    validateTaxpayer: (company, taxpayer) => validateTaxpayer(api, company, taxpayer),
    searchTaxpayer: (company, number) => searchTaxpayer(api, company, number),
    validationUrl: (uuid, longId) => `${settings.portalUrl}/${uuid}/share/${longId}`,
  }
}

function buildDocument(source: DocumentSource, version: DocumentVersion): BuiltDocument {
  const bytes = Buffer.from(JSON.stringify(ublDocument(source, version)), 'utf8')
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Waits for its turn and a token, so that a document is claimed only when it can go at once. */
async function getReady(api: Api, company: CompanyProfile): Promise<Advice> {
  await api.turn('submit', company)
  const signIn = await api.signIn(company)
  switch (signIn.kind) {
    case 'signed_in':
      return { kind: 'go_on' }
    case 'no_credentials':
    case 'refused':
      return { kind: 'pause', askedMs: null, attention: 'company_not_ready' }
    case 'throttled':
      return { kind: 'pause', askedMs: signIn.askedMs, attention: null }
    case 'unreachable':
      return { kind: 'pause', askedMs: null, attention: null }
  }
}
