import { hash } from 'node:crypto'
import { Fault } from '../../../../shared/api/faults.ts'
import { type ApprovableAct, type Demand, roles, type Scope } from '../../../../shared/api/scopes.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Approvals, Caller, Grant, Sessions, SignedIn } from '../../http/access.ts'
import type { Clock, Randomness } from '../../ports.ts'
import type { Person } from '../../store/port/people.ts'
import type { Stored } from '../../store/port/records.ts'

interface Granted {
  readonly act: ApprovableAct
  readonly saleGuid: string
  readonly version: number
  readonly approver: Pick<Person, 'id' | 'name'>
  /** How often the approver's sessions were ended before: a new PIN, another role. */
  readonly endings: number
  /** Only the session it was given in may use it. */
  readonly sessionId: string
  /** On the steady clock. */
  readonly untilMs: number
}

export interface ApprovalDeps {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly sessions: Pick<Sessions, 'endingsOf'>
}

const lastsMs = 60_000

/**
 * Approvals by PIN: for one act, on one record as it was, by one session, within a minute, once. They live in memory:
 * a restart takes them all back.
 */
export class OpenApprovals implements Approvals {
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #sessions: Pick<Sessions, 'endingsOf'>
  readonly #granted = new Map<string, Granted>()

  constructor({ clock, randomness, sessions }: ApprovalDeps) {
    this.#sessions = sessions
    this.#clock = clock
    this.#randomness = randomness
  }

  grant({ act, record: { record }, approver }: Grant, { sessionId }: SignedIn): { secret: string; expiresAt: Instant } {
    this.#sweep()
    const secret = `rsp_${this.#randomness.secret(32)}`
    const { saleGuid, version } = record
    const untilMs = this.#clock.steadyMs() + lastsMs
    const endings = this.#sessions.endingsOf(approver.id)
    this.#granted.set(keyOf(secret), { act, saleGuid, version, approver, endings, sessionId, untilMs })
    return { secret, expiresAt: this.#clock.now() + lastsMs }
  }

  callerWith(secret: string, caller: Caller, demand: Demand): Caller | null {
    const key = keyOf(secret)
    const granted = this.#granted.get(key)
    if (!granted || this.#isOver(granted)) return null
    if (granted.act !== demand || granted.sessionId !== caller.person?.sessionId) return null
    return { ...caller, by: `person:${granted.approver.name} for ${caller.by}`, approval: key }
  }

  approverOf({ approval = '' }: Caller): string | null {
    return this.#granted.get(approval)?.approver.id ?? null
  }

  redeem({ approval = '' }: Caller, record: Stored | null, approver: Person | null): void {
    const granted = this.#granted.get(approval)
    // Used up before anything is compared: a second request that came in with it finds nothing.
    this.#granted.delete(approval)
    const fits =
      granted !== undefined &&
      !this.#isOver(granted) &&
      this.#mayStill(granted, approver) &&
      record?.record.saleGuid === granted.saleGuid &&
      record.record.version === granted.version
    if (!fits) throw new Fault('insufficient_scope', { says: 'approval_unfit' })
  }

  /** Whoever was disabled, or has another role or PIN since, has allowed nothing any more. */
  #mayStill({ act, approver: { id }, endings }: Granted, now: Person | null): boolean {
    const may: readonly Scope[] = now?.id === id && now.disabledAt === null ? roles[now.role] : []
    return may.includes(act) && this.#sessions.endingsOf(id) === endings
  }

  #isOver({ untilMs }: Granted): boolean {
    return this.#clock.steadyMs() >= untilMs
  }

  #sweep(): void {
    for (const [key, granted] of this.#granted) if (this.#isOver(granted)) this.#granted.delete(key)
  }
}

const keyOf = (secret: string): string => hash('sha256', secret, 'hex')
