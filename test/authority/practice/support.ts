import { createHash } from 'node:crypto'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import {
  type Practice,
  type PracticeOptions,
  startPractice,
} from '../../../electron/gateway/authority/practice/practice.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { Clock } from '../../../electron/gateway/ports.ts'
import { invoice, issuedAt, type Json } from './documents.ts'

/** The shop's clock, which stands still. Tests move the practice authority's clock. */
export const stillClock: Clock = { now: () => issuedAt + 60_000, steadyMs: () => 0 }

export const seller = 'C20830570210'
export const buyer = 'C25845632020'

/** A practice authority that is closed with the test. */
export async function practise(options: Partial<PracticeOptions> = {}): Promise<Practice> {
  const practice = await startPractice({
    file: null,
    clock: stillClock,
    randomness: systemRandomness,
    log: pino({ level: 'silent' }),
    companies: async () => [],
    rateScale: 1,
    ...options,
  })
  onTestFinished(() => practice.close())
  return practice
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Undefined if the body is empty. */
  readonly body: Json
}

/** Calls of one taxpayer's client. */
export interface Client {
  readonly token: string
  get(path: string): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  submit(...documents: readonly Json[]): Promise<Answer>
  cancel(uuid: string, reason?: string): Promise<Answer>
}

export async function signedIn({ url, credentialsFor }: Practice, tin = seller): Promise<Client> {
  const { clientId, clientSecret } = credentialsFor(tin)
  const answer = await askToken(url, {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    scope: 'InvoicingAPI',
  })
  if (answer.status !== 200) throw new Error(`nobody could sign in as ${tin}`)
  return clientWith(url, answer.body.access_token)
}

export const askToken = (url: string, form: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  fetch(`${url}/connect/token`, { method: 'POST', body: new URLSearchParams(form), headers }).then(read)

export function clientWith(url: string, token: string): Client {
  const call = async (method: string, path: string, body?: unknown) =>
    read(
      await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  const post = (path: string, body: unknown) => call('POST', path, body)
  return {
    token,
    get: (path) => call('GET', path),
    put: (path, body) => call('PUT', path, body),
    post,
    submit: (...documents) =>
      post('/api/v1.0/documentsubmissions/', { documents: documents.map((each) => wrap(each)) }),
    cancel: (uuid, reason = 'Wrong buyer') =>
      call('PUT', `/api/v1.0/documents/state/${uuid}/state`, { status: 'cancelled', reason }),
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** A document in the form of a submission. */
export function wrap(document: Json, text = JSON.stringify(document)) {
  const bytes = Buffer.from(text, 'utf8')
  return {
    format: 'JSON',
    document: bytes.toString('base64'),
    documentHash: createHash('sha256').update(bytes).digest('hex'),
    codeNumber: document.Invoice[0].ID[0]._ as string,
  }
}

/** Moves the clock until the background validation of all documents is done. */
export const afterValidation = (practice: Practice): void => practice.clock.advance(1_000)

/** Submits a document and waits until it is valid. @returns its UUID */
export async function validDocument(practice: Practice, client: Client, document: Json = invoice()): Promise<string> {
  const { body } = await client.submit(document)
  afterValidation(practice)
  const [accepted] = body.acceptedDocuments
  const { body: shown } = await client.get(`/api/v1.0/documents/${accepted.uuid}/details`)
  if (shown.status !== 'Valid') throw new Error(`not valid: ${JSON.stringify(shown.validationResults)}`)
  return accepted.uuid
}
