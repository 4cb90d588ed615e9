import { z } from 'zod'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { type AskHttpDeps, type AuthorityHttpResult, askHttp } from '../ask.ts'
import { parseLowerKeys, tokenSchema as tokenShape } from './answer.ts'
import { codesIn } from './errors.ts'
import type { Limits } from './limits.ts'

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** While secrets are changed two are valid (myinvois 1). It is tried if the first is refused. */
  readonly otherSecret?: string | null | undefined
  /** The taxpayer an intermediary acts for: a TIN, or `TIN:BRN` (myinvois 1). */
  readonly onBehalfOf: string | null
}

/** @returns null if none are set up */
export type CredentialsFor = (company: CompanyProfile) => Promise<Credentials | null>

export type SignInResult =
  | { readonly kind: 'signed_in'; readonly accessToken: string }
  | { readonly kind: 'no_credentials' }
  | { readonly kind: 'refused'; readonly isOnBehalf: boolean }
  /** Credentials of another taxpayer. Everything sent with them is refused. */
  | { readonly kind: 'foreign'; readonly tin: string }
  | { readonly kind: 'throttled'; readonly askedMs: number | null }
  | { readonly kind: 'unreachable' }

export interface SessionDeps extends AskHttpDeps {
  readonly identityUrl: string
  readonly credentialsFor: CredentialsFor
  readonly limits: Limits
  readonly timeoutMs: number
  /** The first secret is refused, and the other one works. */
  readonly otherSecretWorks?: (company: CompanyProfile) => Promise<void>
}

interface Held {
  readonly accessToken: string
  /** The token's taxpayer; null if it does not tell. */
  readonly tin: string | null
  readonly renewAtMs: number
}

/** Other statuses, such as a redirect by a hotel's network, say nothing about the credentials. */
const refusals: readonly number[] = [400, 401, 403]

/** A page for people comes from a proxy on the way. */
const isPage = ({ body }: Answered): boolean => new TextDecoder().decode(body).trimStart().startsWith('<')

const keyOf = ({ clientId, onBehalfOf }: Credentials): string => `${clientId} ${onBehalfOf ?? ''}`

/** The client is known but not appointed for that taxpayer (myinvois 1). */
function isAboutRepresented({ status, body }: Answered, { onBehalfOf }: Credentials): boolean {
  if (onBehalfOf === null) return false
  return status === 403 || codesIn(parseLowerKeys(body)).some((code) => /^unauthori[sz]ed_client$/.test(code))
}

const isWrongSecret = ({ body, status }: Answered): boolean =>
  status !== 403 && codesIn(parseLowerKeys(body)).includes('invalid_client')

type Answered = Extract<AuthorityHttpResult, { readonly kind: 'answered' }>

/** Signing in is limited to a few times a minute. */
const foreignAgainMs = 60_000

/** A token lives an hour (myinvois 1). */
const usedShare = 0.8

/** One session for each taxpayer. Callers that wait share one request. */
export class Sessions {
  readonly #deps: SessionDeps
  readonly #held = new Map<string, Held>()
  readonly #running = new Map<string, Promise<SignInResult>>()

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  async signIn(company: CompanyProfile): Promise<SignInResult> {
    const credentials = await this.#deps.credentialsFor(company)
    if (!credentials) return { kind: 'no_credentials' }
    const representedTin = credentials.onBehalfOf?.split(':')[0] ?? null
    if (representedTin !== null && !isSameTin(representedTin, company.tin))
      return { kind: 'foreign', tin: representedTin }
    const key = keyOf(credentials)
    const signedIn = await this.#signedIn(company, credentials, key)
    // An intermediary's token may name either taxpayer.
    const tin = representedTin === null ? this.#held.get(key)?.tin : null
    const isForeign = signedIn.kind === 'signed_in' && tin != null && !isSameTin(tin, company.tin)
    if (!isForeign) return signedIn
    this.#askAgainSoon(keyOf(credentials))
    return { kind: 'foreign', tin }
  }

  /** So that a person who corrects it at the authority need not wait an hour. */
  #askAgainSoon(key: string): void {
    const held = this.#held.get(key)
    const soonMs = this.#deps.clock.steadyMs() + foreignAgainMs
    if (held && held.renewAtMs > soonMs) this.#held.set(key, { ...held, renewAtMs: soonMs })
  }

  async #signedIn(company: CompanyProfile, credentials: Credentials, key: string): Promise<SignInResult> {
    const held = this.#held.get(key)
    if (held && this.#deps.clock.steadyMs() < held.renewAtMs)
      return { kind: 'signed_in', accessToken: held.accessToken }
    const running = this.#running.get(key)
    if (running) return running
    const login = this.#login(company, credentials, key).finally(() => this.#running.delete(key))
    this.#running.set(key, login)
    return login
  }

  async renew(company: CompanyProfile): Promise<void> {
    const credentials = await this.#deps.credentialsFor(company)
    if (credentials) this.#held.delete(keyOf(credentials))
  }

  forget(accessToken: string): void {
    for (const [key, held] of this.#held) if (held.accessToken === accessToken) this.#held.delete(key)
  }

  async #login(company: CompanyProfile, credentials: Credentials, key: string): Promise<SignInResult> {
    const first = await this.#ask(credentials, key)
    if (first.kind !== 'wrong_secret') return first
    const refused = { kind: 'refused', isOnBehalf: false } as const
    if (credentials.otherSecret == null) return refused
    const other = await this.#ask({ ...credentials, clientSecret: credentials.otherSecret }, key)
    if (other.kind === 'wrong_secret') return refused
    if (other.kind === 'signed_in') await this.#deps.otherSecretWorks?.(company)
    return other
  }

  async #ask(credentials: Credentials, key: string): Promise<SignInResult | { readonly kind: 'wrong_secret' }> {
    const { identityUrl, clock, limits, timeoutMs } = this.#deps
    const { clientId } = credentials
    await limits.wait('login', clientId)
    const heldMs = limits.heldMs('login', clientId)
    if (heldMs !== null) return { kind: 'throttled', askedMs: heldMs }
    const startedAt = clock.steadyMs()
    const request = {
      method: 'POST',
      url: `${identityUrl}/connect/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...(credentials.onBehalfOf !== null && { onbehalfof: credentials.onBehalfOf }),
      },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: credentials.clientSecret,
        grant_type: 'client_credentials',
        scope: 'InvoicingAPI',
      }).toString(),
    } as const
    const result = await askHttp(this.#deps, request, timeoutMs)
    if (result.kind !== 'answered') return { kind: 'unreachable' }
    if (result.status === 429) {
      limits.pause('login', clientId, result.askedMs)
      return { kind: 'throttled', askedMs: result.askedMs }
    }
    if (refusals.includes(result.status) && !isPage(result))
      return isWrongSecret(result)
        ? { kind: 'wrong_secret' }
        : { kind: 'refused', isOnBehalf: isAboutRepresented(result, credentials) }
    const answer = tokenShape.safeParse(parseLowerKeys(result.body))
    if (result.status !== 200 || !answer.success) return { kind: 'unreachable' }
    const { access_token: accessToken, expires_in: seconds } = answer.data
    this.#held.set(key, {
      accessToken,
      tin: tinInToken(accessToken),
      renewAtMs: startedAt + seconds * 1000 * usedShare,
    })
    return { kind: 'signed_in', accessToken }
  }
}

/** Claims of an access token; its name begins with a TIN (myinvois 1). */
const claims = z.object({ name: z.string().regex(/^[A-Za-z]{1,2}\d{5,13}(?![A-Za-z0-9])/) })

/** Not verified, because the authority does that at every call. @returns null if the token does not tell */
function tinInToken(accessToken: string): string | null {
  const [, payload = ''] = accessToken.split('.')
  const claimed = nullIfThrown(() => claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))))
  return /^[A-Za-z]+\d+/.exec(claimed?.name ?? '')?.[0].toUpperCase() ?? null
}

/** Zeros after the prefix may be left out (myinvois 9). */
export const isSameTin = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (tin: string): string =>
  tin
    .trim()
    .toUpperCase()
    .replace(/^([A-Z]+)0+(?=\d)/, '$1')
