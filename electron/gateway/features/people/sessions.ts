import { hash } from 'node:crypto'
import { roles } from '../../../../shared/api/scopes.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { type Caller, type Session, type Sessions, sessionPrefix } from '../../http/access.ts'
import type { Clock, Randomness } from '../../ports.ts'
import type { Person } from '../../store/port/people.ts'

export interface SessionDeps {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly idleLockMs: number
}

interface Moment {
  readonly at: Instant
  readonly ms: number
}

interface Open {
  readonly id: string
  readonly person: Session['person']
  readonly began: Moment
  used: Moment
  isLocked: boolean
}

const longestMs = 12 * 3_600_000
const mostOfOnePerson = 20

/** Sessions live in memory: a restart of the gateway signs all people out. */
export class OpenSessions implements Sessions {
  readonly idleLockMs: number
  readonly #clock: Clock
  readonly #randomness: Randomness
  /** By the digest of the secret, oldest first. */
  readonly #open = new Map<string, Open>()
  readonly #endings = new Map<string, number>()
  /** Changes made by this process that `endOlder` has not met yet. */
  readonly #ownChanges = new Map<string, number>()

  constructor({ clock, randomness, idleLockMs }: SessionDeps) {
    this.#clock = clock
    this.#randomness = randomness
    this.idleLockMs = idleLockMs
  }

  open({ id, name, role, outlets, language }: Person): { readonly session: Session; readonly secret: string } {
    this.#sweep()
    const others = [...this.#open].filter(([, { person }]) => person.id === id)
    for (const [key] of others.slice(0, Math.max(0, others.length - mostOfOnePerson + 1))) this.#open.delete(key)
    const secret = sessionPrefix + this.#randomness.secret(32)
    const now = this.#now()
    const person = { id, name, role, outlets, language }
    const open = { id: this.#randomness.guid(), person, began: now, used: now, isLocked: false }
    this.#open.set(keyOf(secret), open)
    return { session: shown(open), secret }
  }

  callerWith(secret: string, isUnattended: boolean): Caller | null {
    const open = this.#open.get(keyOf(secret))
    if (!open || !this.#isAlive(open)) return null
    // A request that no person caused does not keep the session open.
    if (!open.isLocked && !isUnattended) open.used = this.#now()
    const { id: personId, name, role, outlets } = open.person
    const person = { sessionId: open.id, personId, name, isLocked: open.isLocked }
    const seen = outlets.length > 0 && { outlets }
    return { by: `person:${name}`, id: personId, scopes: new Set(roles[role]), companyGuid: null, ...seen, person }
  }

  byId(id: string): Session | null {
    const open = this.#find(id)
    return open ? shown(open) : null
  }

  lock(id: string): void {
    const open = this.#find(id)
    if (open) open.isLocked = true
  }

  unlock(id: string): void {
    const open = this.#find(id)
    if (!open) return
    open.isLocked = false
    open.used = this.#now()
  }

  end(id: string): void {
    for (const [key, open] of this.#open) if (open.id === id) this.#open.delete(key)
  }

  endingsOf(personId: string): number {
    return this.#endings.get(personId) ?? 0
  }

  endAllOf(personId: string, exceptId?: string): void {
    this.#endings.set(personId, this.endingsOf(personId) + 1)
    this.#ownChanges.set(personId, (this.#ownChanges.get(personId) ?? 0) + 1)
    for (const [key, { id, person }] of this.#open)
      if (person.id === personId && id !== exceptId) this.#open.delete(key)
  }

  /**
   * The log of acts says that a person's rights or PIN changed, in this process or another. Sessions opened later stay,
   * and so does the session that made the change. If this process made the change, approvals given since stay, too.
   */
  endOlder(personId: string, { at, by }: { readonly at: Instant; readonly by: string }): void {
    const own = this.#ownChanges.get(personId) ?? 0
    if (own > 0) this.#ownChanges.set(personId, own - 1)
    else this.#endings.set(personId, this.endingsOf(personId) + 1)
    for (const [key, { person, began }] of this.#open)
      if (person.id === personId && began.at < at && by !== `person:${person.name}`) this.#open.delete(key)
  }

  #find(id: string): Open | null {
    for (const open of this.#open.values()) if (open.id === id) return this.#isAlive(open) ? open : null
    return null
  }

  /** Locks it if it was not used for long. */
  #isAlive(open: Open): boolean {
    if (this.#since(open.began) >= longestMs) return false
    if (this.#since(open.used) >= this.idleLockMs) open.isLocked = true
    return true
  }

  /**
   * The longer of two times: the wall clock can be set back, the steady clock stands still while the machine sleeps.
   */
  #since({ at, ms }: Moment): number {
    const now = this.#now()
    return Math.max(now.at - at, now.ms - ms)
  }

  #now(): Moment {
    return { at: this.#clock.now(), ms: this.#clock.steadyMs() }
  }

  #sweep(): void {
    for (const [key, open] of this.#open) if (!this.#isAlive(open)) this.#open.delete(key)
  }
}

const keyOf = (secret: string): string => hash('sha256', secret, 'hex')

const shown = ({ id, person, isLocked }: Open): Session => ({ id, person, isLocked })
