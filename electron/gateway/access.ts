import { hash, timingSafeEqual } from 'node:crypto'
import { type Demand, type Scope, scopes } from '../../shared/catalogue/scopes.ts'
import type { Instant } from '../../shared/domain/record.ts'
import type { Clock, Randomness } from './ports.ts'
import type { Token, Tokens } from './store/port.ts'

/** Who is asking. */
export interface Caller {
  /** As journals name it: `token:Till 1`, `control`. */
  readonly by: string
  /** Counts what one caller may do in a while. */
  readonly id: string
  readonly scopes: ReadonlySet<Scope>
  /** The one company it sees; null for all. */
  readonly companyGuid: string | null
}

export interface NewToken {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly companyGuid: string | null
}

const prefix = 'rst_'
const digest = (secret: string) => hash('sha256', secret, 'buffer')

/** Tokens of tills and of the command line (contract 3). */
export class Access {
  readonly #tokens: Tokens
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #control: { readonly sha256: Buffer; readonly caller: Caller }
  readonly #known = new Map<string, { readonly sha256: Buffer; readonly caller: Caller }>()
  #used = new Map<string, Instant>()

  /** @param controlToken what the command line shows; made anew at every start */
  constructor(tokens: Tokens, controlToken: string, parts: { readonly clock: Clock; readonly randomness: Randomness }) {
    this.#tokens = tokens
    this.#clock = parts.clock
    this.#randomness = parts.randomness
    const caller = { by: 'control', id: 'control', scopes: new Set(scopes), companyGuid: null }
    this.#control = { sha256: digest(controlToken), caller }
  }

  /** @returns null where the secret is nobody's or revoked */
  async callerWith(secret: string): Promise<Caller | null> {
    const sha256 = digest(secret)
    if (timingSafeEqual(sha256, this.#control.sha256)) return this.#control.caller
    const hex = sha256.toString('hex')
    const known = this.#known.get(hex) ?? (await this.#recall(hex, sha256))
    if (!known || !timingSafeEqual(sha256, known.sha256)) return null
    this.#used.set(known.caller.id, this.#clock.now())
    return known.caller
  }

  async #recall(hex: string, sha256: Buffer) {
    const token = await this.#tokens.bySha256(hex)
    if (!token || token.revokedAt !== null) return undefined
    const { id, name, companyGuid } = token
    const known = { sha256, caller: { by: `token:${name}`, id, scopes: new Set(token.scopes), companyGuid } }
    this.#known.set(hex, known)
    return known
  }

  /** @returns the token and its secret, which is shown this once and kept by nobody */
  async create(asked: NewToken, by: string): Promise<Token & { readonly secret: string }> {
    const secret = prefix + this.#randomness.secret(32)
    const token: Token = {
      ...asked,
      id: this.#randomness.guid(),
      createdAt: this.#clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    }
    await this.#tokens.create(token, digest(secret).toString('hex'), by)
    return { ...token, secret }
  }

  async revoke(id: string, by: string): Promise<boolean> {
    const isKnown = await this.#tokens.revoke(id, this.#clock.now(), by)
    this.#known.clear()
    return isKnown
  }

  /** Writes down when tokens were last used; cheap enough for once a minute, too dear for every request. */
  async noteUses(): Promise<void> {
    const used = this.#used
    this.#used = new Map()
    if (used.size > 0) await this.#tokens.used(used)
  }
}

export const mayDo = (caller: Caller, demand: Demand): boolean => demand === 'any' || caller.scopes.has(demand)
