import { hash, timingSafeEqual } from 'node:crypto'
import { type Demand, type Scope, scopes } from '../../../shared/api/scopes.ts'
import type { Outlet } from '../../../shared/domain/outlet.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Clock, Log, Randomness } from '../ports.ts'
import type { Person } from '../store/port/people.ts'
import type { Token, Tokens } from '../store/port/port.ts'

/** Who is asking. */
export interface Caller {
  /** As journals name it: `token:Till 1`, `person:Aini`, `control`. */
  readonly by: string
  /** Counts what one caller may do in a while. */
  readonly id: string
  readonly scopes: ReadonlySet<Scope>
  /** The one company it sees; null for all. */
  readonly companyGuid: string | null
  /** The only outlets whose sales it sees; absent for all. */
  readonly outlets?: readonly Outlet[]
  /** Who signed in with a PIN; absent for tokens. */
  readonly person?: SignedIn
  /** Another person's approval of one act that the scopes do not cover, not used up yet. */
  readonly approval?: string
}

export interface SignedIn {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  /** Until the PIN is entered the session opens nothing. */
  readonly isLocked: boolean
}

/** The id of a caller with the token of the command line. */
export const control = 'control'

/** A caller without a token, where none is needed. */
export const anonymous: Caller = { by: 'nobody', id: 'nobody', scopes: new Set(), companyGuid: null }

export interface NewToken {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly companyGuid: string | null
}

export interface Session {
  readonly id: string
  readonly person: Pick<Person, 'id' | 'name' | 'role' | 'outlets' | 'language'>
  readonly isLocked: boolean
}

/** Who is signed in at the screens. */
export interface Sessions {
  /** @param isUnattended the screen asks by itself: that keeps no session from locking */
  callerWith(secret: string, isUnattended: boolean): Caller | null
  byId(id: string): Session | null
}

/** Of a try where this computer cannot tell whose it was. */
export const unknownOrigin = 'program'

/** What one person has allowed another to do, once. */
export interface Approvals {
  /** @returns the caller as the journal then names it; null where nothing like this was allowed to it */
  callerWith(secret: string, caller: Caller, demand: Demand): Caller | null
}

const prefix = 'rst_'
/** What the secrets of sessions begin with. */
export const sessionPrefix = 'rss_'
const digest = (secret: string) => hash('sha256', secret)

export interface AccessDeps {
  readonly clock: Clock
  readonly randomness: Randomness
  /** Absent if people cannot sign in. */
  readonly sessions?: Sessions
}

/** Whose a bearer is: tokens of tills and of the command line, sessions of people (contract 3). */
export class Access {
  readonly #tokens: Tokens
  readonly #deps: AccessDeps
  readonly #control: { readonly sha256: Buffer; readonly caller: Caller }
  /** By the digests of their secrets: no secret stays in the memory of the process. */
  readonly #known = new Map<string, Caller>()
  readonly #revoked = new Set<string>()
  #used = new Map<string, Instant>()

  /** @param controlToken what the command line shows; another one at every start */
  constructor(tokens: Tokens, controlToken: string, deps: AccessDeps) {
    this.#tokens = tokens
    this.#deps = deps
    const caller = { by: control, id: control, scopes: new Set(scopes), companyGuid: null }
    this.#control = { sha256: Buffer.from(digest(controlToken)), caller }
  }

  /**
   * @param isUnattended a screen asks by itself, without a person in front of it
   * @returns null if the secret is unknown, revoked or over
   */
  async callerWith(secret: string, isUnattended = false): Promise<Caller | null> {
    if (secret.startsWith(sessionPrefix)) return this.#deps.sessions?.callerWith(secret, isUnattended) ?? null
    const sha256 = digest(secret)
    const caller = this.#known.get(sha256) ?? (await this.#recall(sha256))
    if (caller && caller.id !== control) this.#used.set(caller.id, this.#deps.clock.now())
    return caller
  }

  async #recall(sha256: string): Promise<Caller | null> {
    if (timingSafeEqual(Buffer.from(sha256), this.#control.sha256)) return this.#control.caller
    const token = await this.#tokens.bySha256(sha256)
    // Revoked also where that happened while the store was asked.
    if (!token || token.revokedAt !== null || this.#revoked.has(token.id)) return null
    const { id, name, companyGuid } = token
    const caller = { by: `token:${name}`, id, scopes: new Set(token.scopes), companyGuid }
    this.#known.set(sha256, caller)
    return caller
  }

  /** @returns the token and its secret, which is shown this once and not kept */
  async create(asked: NewToken, by: string): Promise<Token & { readonly secret: string }> {
    const { randomness, clock } = this.#deps
    const secret = prefix + randomness.secret(32)
    const token: Token = {
      ...asked,
      id: randomness.guid(),
      createdAt: clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    }
    await this.#tokens.create(token, digest(secret), by)
    return { ...token, secret }
  }

  async revoke(id: string, by: string): Promise<boolean> {
    const isKnown = await this.#tokens.revoke(id, this.#deps.clock.now(), by)
    if (isKnown) this.forget(id)
    return isKnown
  }

  /** It was revoked, here or by another process. */
  forget(id: string): void {
    this.#revoked.add(id)
    this.#known.clear()
  }

  /** Writes down when tokens were last used; cheap enough for once a minute, too dear for every request. */
  async noteUses(): Promise<void> {
    const used = this.#used
    this.#used = new Map()
    if (used.size > 0) await this.#tokens.used(used)
  }
}

const noteUsesMs = 60_000

/** When each token was last used, written down every minute and once more at the end. */
export function keepUsesNoted(access: Access, log: Log): { stop(): Promise<void> } {
  const note = () => access.noteUses().catch((err: unknown) => log.error({ err }, 'uses of tokens could not be noted'))
  const timer = setInterval(() => void note(), noteUsesMs)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return note()
    },
  }
}

/** What an endpoint asks of its caller: the one scope, or the other. */
export interface Admission {
  readonly scope: Demand
  readonly alsoScope?: 'monitor'
}

/** Settings, people, tokens, backups and metrics belong to all companies: a caller of one company may use none of them. */
const isEveryCompanys = ({ scope }: Admission): boolean => scope === 'admin'

export const holds = (caller: Caller, { scope, alsoScope }: Admission): boolean =>
  holdsOne(caller, scope) || (alsoScope !== undefined && holdsOne(caller, alsoScope))

function holdsOne(caller: Caller, demand: Demand): boolean {
  switch (demand) {
    case 'open':
    case 'any':
      return true
    case 'person':
      return caller.person !== undefined
    case 'submit':
    case 'read':
    case 'void':
    case 'cancel':
    case 'taxpayer':
    case 'monitor':
    case 'admin':
      return caller.scopes.has(demand)
  }
}

export const mayDo = (caller: Caller, admission: Admission): boolean =>
  holds(caller, admission) && !(isEveryCompanys(admission) && caller.companyGuid !== null)
