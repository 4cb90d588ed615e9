import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock, Randomness } from '../../ports.ts'
import type { ActiveFaults } from './faults.ts'
import type { Taxpayers } from './taxpayers.ts'
import { ok, type Reply } from './wire.ts'

/** The content of a token (myinvois 1). */
export interface Session {
  readonly clientId: string
  readonly tin: string
  /** The client's own taxpayer if it acts for another. */
  readonly intermediaryTin: string | null
}

export interface PracticeCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly onBehalfOf: string | null
}

const lifetimeSeconds = 3600
const clientPrefix = 'practice-'

/** Sign-in errors have a shape and spelling of their own (myinvois 1, 4). */
const refusal = (error: string, description: string): Reply => ({
  status: 400,
  body: { error, error_description: description, error_uri: null },
})

interface SignInDeps {
  readonly randomness: Randomness
  readonly clock: Clock
  readonly taxpayers: Taxpayers
  readonly faults: ActiveFaults
}

/** Its key is new at every start, and only in memory. */
export class SignIn {
  readonly #key: string
  readonly #deps: SignInDeps

  constructor(deps: SignInDeps) {
    this.#key = deps.randomness.secret(32)
    this.#deps = deps
  }

  credentialsFor(tin: string): PracticeCredentials {
    const clientId = `${clientPrefix}${tin}`
    return { clientId, clientSecret: this.#sign(`client ${clientId}`), onBehalfOf: null }
  }

  async token(form: URLSearchParams | null, onBehalfOf: string | null): Promise<Reply> {
    if (!form) return refusal('invalid_request', 'The request must be form encoded')
    const { taxpayers, faults } = this.#deps
    const clientId = form.get('client_id')
    const secret = form.get('client_secret')
    if (!clientId || !secret) return refusal('invalid_request', 'client_id and client_secret are required')
    if (form.get('grant_type') !== 'client_credentials')
      return refusal('unsupported_grant_type', 'Only client_credentials is supported')
    if ((form.get('scope') ?? 'InvoicingAPI') !== 'InvoicingAPI')
      return refusal('invalid_scope', 'Only InvoicingAPI is supported')
    const own = await taxpayers.find(clientId.slice(clientPrefix.length))
    if (!own || !isSame(secret, this.credentialsFor(own.tin).clientSecret) || !clientId.startsWith(clientPrefix))
      return refusal('invalid_client', 'Unknown client or wrong secret')
    const foreign = faults.find('foreign_token')
    if (foreign) return this.#granted({ clientId, tin: foreign.tin, intermediaryTin: null }, foreign.told ?? false)
    if (onBehalfOf === null) return this.#granted({ clientId, tin: own.tin, intermediaryTin: null })
    const [representedTin = '', registration] = onBehalfOf.split(':')
    const represented = await taxpayers.find(representedTin)
    if (!represented || (registration !== undefined && registration !== represented.idNumber))
      return refusal('unauthorised_client', 'The taxpayer has not appointed this intermediary')
    return this.#granted({ clientId, tin: represented.tin, intermediaryTin: own.tin })
  }

  /** @returns null if the token is not ours, was changed or is over */
  read(authorization: string | undefined): Session | null {
    const [, claimsText, signature] = /^Bearer [\w-]+\.([\w-]+)\.([\w-]+)$/.exec(authorization ?? '') ?? []
    if (claimsText === undefined || signature === undefined) return null
    if (!isSame(signature, this.#sign(`token ${claimsText}`))) return null
    const claims = JSON.parse(Buffer.from(claimsText, 'base64url').toString('utf8')) as Session & {
      readonly exp: number
    }
    const { clientId, tin, intermediaryTin, exp } = claims
    return exp * 1000 <= this.#deps.clock.now() ? null : { clientId, tin, intermediaryTin }
  }

  #granted(session: Session, isTold = true): Reply {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
    const claims = encode({
      ...session,
      // Clients have been seen to read the taxpayer from it.
      ...(isTold && { name: `${session.tin}:${session.clientId}` }),
      exp: Math.floor(this.#deps.clock.now() / 1000) + lifetimeSeconds,
    })
    const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${claims}.${this.#sign(`token ${claims}`)}`
    return ok({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds, scope: 'InvoicingAPI' })
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
