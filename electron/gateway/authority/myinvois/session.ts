import { askedPauseMs } from '../../../../shared/domain/retry.ts'
import type { CompanyProfile } from '../../store/port.ts'
import type { AuthorityClock } from '../authority-clock.ts'
import { exchange, retryAfterSeconds } from '../http-client.ts'
import { readJson, token as tokenShape } from './answer.ts'
import type { Holds } from './holds.ts'
import type { Limits } from './limits.ts'

/** With what the gateway signs in for a company (myinvois 1). */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** TIN of the taxpayer an intermediary acts for. */
  readonly onBehalfOf: string | null
}

/** @returns null where nobody has set any up */
export type CredentialsFor = (company: CompanyProfile) => Promise<Credentials | null>

export type SignIn =
  | { readonly kind: 'signed_in'; readonly accessToken: string }
  | { readonly kind: 'no_credentials' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'throttled'; readonly askedMs: number | null }
  | { readonly kind: 'unreachable' }

export interface SessionParts {
  readonly identityUrl: string
  readonly credentialsFor: CredentialsFor
  readonly clock: AuthorityClock
  readonly limits: Limits
  readonly holds: Holds
  readonly timeoutMs: number
}

interface Held {
  readonly accessToken: string
  readonly renewAtMs: number
}

/** What says that the credentials are wrong; anything else, a redirect of some hotel's network, says nothing of them. */
const refusals: readonly number[] = [400, 401, 403]

/** A token lives an hour; it is renewed when four fifths of that are over (myinvois 1). */
const usedShare = 0.8

/** Access tokens, one for each taxpayer signed in for, asked for once however many wait. */
export class Sessions {
  readonly #parts: SessionParts
  readonly #held = new Map<string, Held>()
  readonly #running = new Map<string, Promise<SignIn>>()

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  async signIn(company: CompanyProfile): Promise<SignIn> {
    const credentials = await this.#parts.credentialsFor(company)
    if (!credentials) return { kind: 'no_credentials' }
    const key = `${credentials.clientId} ${credentials.onBehalfOf ?? ''}`
    const held = this.#held.get(key)
    if (held && this.#parts.clock.steadyMs() < held.renewAtMs)
      return { kind: 'signed_in', accessToken: held.accessToken }
    const running = this.#running.get(key)
    if (running) return running
    const login = this.#login(credentials, key).finally(() => this.#running.delete(key))
    this.#running.set(key, login)
    return login
  }

  /** The authority did not take this token: the next sign-in asks for another. */
  forget(accessToken: string): void {
    for (const [key, held] of this.#held) if (held.accessToken === accessToken) this.#held.delete(key)
  }

  async #login(credentials: Credentials, key: string): Promise<SignIn> {
    const { identityUrl, clock, limits, holds, timeoutMs } = this.#parts
    const { clientId } = credentials
    await limits.wait('login', clientId)
    const heldMs = holds.leftMs('login', clientId)
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
    const result = await clock.timed(() => exchange(request, timeoutMs))
    if (result.kind !== 'answered') return { kind: 'unreachable' }
    if (result.status === 429) {
      const askedMs = askedPauseMs(retryAfterSeconds(result.headers('retry-after'), clock.now()))
      holds.hold('login', clientId, askedMs)
      return { kind: 'throttled', askedMs }
    }
    if (refusals.includes(result.status)) return { kind: 'refused' }
    const answer = tokenShape.safeParse(readJson(result.body))
    if (result.status !== 200 || !answer.success) return { kind: 'unreachable' }
    const { access_token: accessToken, expires_in: seconds } = answer.data
    this.#held.set(key, { accessToken, renewAtMs: startedAt + seconds * 1000 * usedShare })
    return { kind: 'signed_in', accessToken }
  }
}
