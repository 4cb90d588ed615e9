import { hash } from 'node:crypto'
import { roleScopes } from '../../../../shared/api/scopes.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { type Caller, type Session, type Sessions, sessionPrefix } from '../../http/access.ts'
import type { Clock, Randomness } from '../../ports.ts'
import type { KeptSession, KeptSessions, Person } from '../../store/port/people.ts'

export interface SessionDeps {
  readonly kept: KeptSessions
  readonly clock: Clock
  readonly randomness: Randomness
  readonly idleLockMs: number
}

interface Moment {
  readonly at: EpochMs
  readonly ms: number
}

/** When this process saw the session begin and in use. The store is told of a use once a minute. */
interface Seen {
  readonly began: Moment
  used: Moment
}

const longestMs = 12 * 3_600_000
const mostOfOnePerson = 20
const noteUsesMs = 60_000
const settingsOpenMs = 600_000

/** Sessions are rows of the store, so a restart of the gateway signs no one out. A change of a person deletes them. */
export class OpenSessions implements Sessions {
  readonly idleLockMs: number
  readonly #kept: KeptSessions
  readonly #clock: Clock
  readonly #randomness: Randomness
  /** By the id of the session. */
  readonly #seen = new Map<string, Seen>()
  readonly #endings = new Map<string, number>()
  /** Changes made by this process that `changedAnywhere` has not met yet. */
  readonly #ownChanges = new Map<string, number>()

  constructor({ kept, clock, randomness, idleLockMs }: SessionDeps) {
    this.#kept = kept
    this.#clock = clock
    this.#randomness = randomness
    this.idleLockMs = idleLockMs
  }

  async open(person: Person): Promise<{ readonly session: Session; readonly secret: string }> {
    const id = this.#randomness.guid()
    const secret = sessionPrefix + this.#randomness.secret(32)
    const now = this.#now()
    for (const [each, { began }] of this.#seen) if (this.#since(began) >= longestMs) this.#seen.delete(each)
    const begun = { id, sha256: keyOf(secret), personId: person.id, at: now.at }
    await this.#kept.begin(begun, { over: now.at - longestMs, most: mostOfOnePerson })
    this.#seen.set(id, { began: now, used: now })
    return { session: { id, person, isLocked: false }, secret }
  }

  async callerWith(secret: string, isUnattended: boolean): Promise<Caller | null> {
    const kept = await this.#kept.bySha256(keyOf(secret))
    const session = await this.#alive(kept)
    if (!kept || !session) return null
    const { id, person: of, isLocked } = session
    // Requests that no person caused do not keep the session open.
    if (!isLocked && !isUnattended) await this.#use(kept)
    const person = { sessionId: id, personId: of.id, name: of.name, isLocked }
    const seen = of.outlets.length > 0 && { outlets: of.outlets }
    const scopes = new Set(roleScopes[of.role])
    return { by: `person:${of.name}`, id: of.id, scopes, companyGuid: null, ...seen, person }
  }

  async byId(id: string): Promise<Session | null> {
    return this.#alive(await this.#kept.byId(id))
  }

  lock(id: string): Promise<void> {
    return this.#kept.lock(id)
  }

  async unlock(id: string): Promise<void> {
    const now = this.#now()
    await this.#kept.unlock(id, now.at)
    const seen = this.#seen.get(id)
    if (seen) seen.used = now
  }

  async end(id: string): Promise<void> {
    await this.#kept.end(id)
    this.#seen.delete(id)
  }

  /** An owner's PIN was right. */
  openSettings(id: string): Promise<void> {
    return this.#kept.openSettings(id, this.#clock.now())
  }

  /** For ten minutes after an owner's PIN, unless the session was locked since. */
  async mayChangeSettings(id: string): Promise<boolean> {
    const openedAt = (await this.#kept.byId(id))?.openedAt ?? null
    return openedAt !== null && Math.abs(this.#clock.now() - openedAt) < settingsOpenMs
  }

  /** How often this process heard that the person's rights or PIN changed. */
  endingsOf(personId: string): number {
    return this.#endings.get(personId) ?? 0
  }

  /** This process changed the person's rights or PIN. */
  changed(personId: string): void {
    this.#endings.set(personId, this.endingsOf(personId) + 1)
    this.#ownChanges.set(personId, (this.#ownChanges.get(personId) ?? 0) + 1)
  }

  /**
   * Called for changes of this process and of others, from the log of acts. Approvals that this process gave since its
   * own change stay.
   */
  changedAnywhere(personId: string): void {
    const own = this.#ownChanges.get(personId) ?? 0
    if (own > 0) this.#ownChanges.set(personId, own - 1)
    else this.#endings.set(personId, this.endingsOf(personId) + 1)
  }

  /** Locks it if it was not used for long. */
  async #alive(kept: KeptSession | null): Promise<Session | null> {
    if (!kept) return null
    const seen = this.#seenOf(kept)
    if (this.#since(seen.began) >= longestMs) return null
    const isIdle = this.#since(seen.used) >= this.idleLockMs
    if (isIdle && !kept.isLocked) await this.#kept.lock(kept.id).catch(() => undefined)
    return { id: kept.id, person: kept.person, isLocked: kept.isLocked || isIdle }
  }

  #seenOf({ id, beganAt, usedAt }: KeptSession): Seen {
    const seen = this.#seen.get(id) ?? { began: this.#momentOf(beganAt), used: this.#momentOf(usedAt) }
    // Another process saw a later use.
    if (usedAt > seen.used.at) seen.used = this.#momentOf(usedAt)
    this.#seen.set(id, seen)
    return seen
  }

  async #use({ id, usedAt }: KeptSession): Promise<void> {
    const used = this.#now()
    const seen = this.#seen.get(id)
    if (seen) seen.used = used
    // A full disk keeps no one from looking.
    if (Math.abs(used.at - usedAt) >= noteUsesMs) await this.#kept.used(id, used.at).catch(() => undefined)
  }

  /** The longer of two times: the wall clock can be set back, and the steady clock stops while the computer sleeps. */
  #since({ at, ms }: Moment): number {
    const now = this.#now()
    return Math.max(now.at - at, now.ms - ms)
  }

  #now(): Moment {
    return { at: this.#clock.now(), ms: this.#clock.steadyMs() }
  }

  /** A moment that another process saw, converted to this process's steady clock by the wall clock. */
  #momentOf(at: EpochMs): Moment {
    const now = this.#now()
    return { at, ms: now.ms - Math.max(0, now.at - at) }
  }
}

const keyOf = (secret: string): string => hash('sha256', secret, 'hex')
