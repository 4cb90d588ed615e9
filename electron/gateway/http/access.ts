import { hash, timingSafeEqual } from 'node:crypto'
import { type RequiredScope, type Scope, scopes } from '../../../shared/api/scopes.ts'
import type { Decimal } from '../../../shared/document/decimal.ts'
import type { OutletKey } from '../../../shared/domain/outlet.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { Clock, Log, Randomness } from '../ports.ts'
import type { KeptSession } from '../store/port/people.ts'
import type { Token, Tokens } from '../store/port/port.ts'

export interface Caller {
  /** The name in the journal: `token:Till 1`, `person:Aini`, `control`. */
  readonly by: string
  /** Limits of rate are counted by it. */
  readonly id: string
  readonly scopes: ReadonlySet<Scope>
  /** The one company it sees; null for all. */
  readonly companyGuid: string | null
  /** Absent if it sees all outlets. */
  readonly outlets?: readonly OutletKey[]
  /** The person of a session; absent for tokens. */
  readonly person?: SignedIn
  /** An unused approval by another person, for one act that the caller's scopes do not cover. */
  readonly approval?: string
  /** The refund note that a supervisor allowed, if the caller's role asks for it. */
  readonly allowedRefund?: AllowedRefund
}

export interface AllowedRefund {
  readonly saleGuid: string
  readonly payable: Decimal
  readonly currencyCode: string
  /** Of the supervisor; empty for all. */
  readonly outlets: readonly OutletKey[]
  /** Both names, for the journal. */
  readonly by: string
}

export interface SignedIn {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  /** A locked session may do nothing before the PIN is entered. */
  readonly isLocked: boolean
}

/** The id of the caller with the control token. */
export const controlCallerId = 'control'

export const anonymous: Caller = { by: 'nobody', id: 'nobody', scopes: new Set(), companyGuid: null }

export type Session = Pick<KeptSession, 'id' | 'person' | 'isLocked'>

export interface Sessions {
  /** @param isUnattended true if no person caused the request, which then does not keep the session open */
  callerWith(secret: string, isUnattended: boolean): Promise<Caller | null>
  byId(id: string): Promise<Session | null>
}

/** Used if the system cannot tell which user's program calls. */
export const unknownOrigin = 'program'

export interface Approvals {
  /** @returns the caller as the journal names it; null if the approval does not fit */
  callerWith(secret: string, caller: Caller, use: ApprovalUse): Caller | null
}

export interface ApprovalUse {
  readonly demand: RequiredScope
  /** Nothing is kept, so the approval of a refund stays. */
  readonly isCheckOnly: boolean
}

const prefix = 'rst_'
export const sessionPrefix = 'rss_'
const digest = (secret: string) => hash('sha256', secret)

export interface AccessDeps {
  readonly clock: Clock
  readonly randomness: Randomness
  /** Absent if people cannot sign in. */
  readonly sessions?: Sessions
}

/** Finds the caller of a bearer token (contract 3). */
export class Access {
  readonly #tokens: Tokens
  readonly #deps: AccessDeps
  readonly #control: { readonly sha256: Buffer; readonly caller: Caller }
  /** Known tokens by digest, so that no secret stays in memory. */
  readonly #known = new Map<string, Caller>()
  readonly #revoked = new Set<string>()
  #used = new Map<string, EpochMs>()

  /** @param controlToken a new one at every start */
  constructor(tokens: Tokens, controlToken: string, deps: AccessDeps) {
    this.#tokens = tokens
    this.#deps = deps
    const caller = { by: controlCallerId, id: controlCallerId, scopes: new Set(scopes), companyGuid: null }
    this.#control = { sha256: Buffer.from(digest(controlToken)), caller }
  }

  /** @param isUnattended no person caused the request @returns null if the secret is unknown, revoked or over */
  async callerWith(secret: string, isUnattended = false): Promise<Caller | null> {
    if (secret.startsWith(sessionPrefix)) return this.#deps.sessions?.callerWith(secret, isUnattended) ?? null
    const sha256 = digest(secret)
    const caller = this.#known.get(sha256) ?? (await this.#recall(sha256))
    if (caller && caller.id !== controlCallerId) this.#used.set(caller.id, this.#deps.clock.now())
    return caller
  }

  async #recall(sha256: string): Promise<Caller | null> {
    if (timingSafeEqual(Buffer.from(sha256), this.#control.sha256)) return this.#control.caller
    const token = await this.#tokens.bySha256(sha256)
    // The token may have been revoked while the store was asked.
    if (!token || token.revokedAt !== null || this.#revoked.has(token.id)) return null
    const { id, name, companyGuid } = token
    const caller = { by: `token:${name}`, id, scopes: new Set(token.scopes), companyGuid }
    this.#known.set(sha256, caller)
    return caller
  }

  /** @returns the token and its secret, which is not stored */
  async create(
    asked: Pick<Token, 'name' | 'scopes' | 'companyGuid'>,
    by: string,
  ): Promise<Token & { readonly secret: string }> {
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

  /** The token was revoked, here or by another process. */
  forget(id: string): void {
    this.#revoked.add(id)
    this.#known.clear()
  }

  /** Called once a minute: a write for each request would cost too much. */
  async noteUses(): Promise<void> {
    const used = this.#used
    this.#used = new Map()
    if (used.size > 0) await this.#tokens.used(used)
  }
}

const noteUsesMs = 60_000

export function startTokenUseRecorder(access: Access, log: Log): { stop(): Promise<void> } {
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

/** An endpoint asks for one scope, or for the other. */
export interface ScopeDemand {
  readonly scope: RequiredScope
  readonly alsoScope?: 'monitor'
}

/** These belong to all companies, so a caller of one company may use none of them. */
const isEveryCompanys = ({ scope }: ScopeDemand): boolean => scope === 'admin'

export const hasScope = (caller: Caller, { scope, alsoScope }: ScopeDemand): boolean =>
  hasOneScope(caller, scope) || (alsoScope !== undefined && hasOneScope(caller, alsoScope))

function hasOneScope(caller: Caller, demand: RequiredScope): boolean {
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

export const mayDo = (caller: Caller, admission: ScopeDemand): boolean =>
  hasScope(caller, admission) && !(isEveryCompanys(admission) && caller.companyGuid !== null)
