import type { Fault } from '../../electron/gateway/authority/practice/faults/fault.ts'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { Chance } from './chance.ts'

/** Mostly where it hurts: while a document is on its way. */
const apis = [
  ...(['submit', 'submit', 'submit', 'submit', 'changeState', 'any'] as const),
  ...(['getSubmission', 'search', 'getRaw', 'getDetails'] as const),
]
const serverErrors = [500, 502, 503, 504] as const

/** Everything that can be made to go wrong at the authority and on the way to it. */
const mishaps: readonly ((chance: Chance) => Fault)[] = [
  // The worst, and so the most frequent: taken, and nobody is told.
  (chance) => ({ kind: 'timeout_after', times: 1 + chance.upTo(2) }),
  (chance) => ({ kind: 'error_after', times: 1 + chance.upTo(3) }),
  (chance) => ({ kind: 'error_after', times: 1 + chance.upTo(3) }),
  (chance) => ({ kind: 'timeout_before', times: 1 + chance.upTo(2), on: chance.one(apis) }),
  (chance) => ({ kind: 'timeout_after', times: 1 + chance.upTo(2), on: chance.one(apis) }),
  (chance) => ({
    kind: 'error_before',
    status: chance.one(serverErrors),
    times: 1 + chance.upTo(3),
    on: chance.one(apis),
  }),
  (chance) => ({
    kind: 'error_after',
    status: chance.one(serverErrors),
    times: 1 + chance.upTo(3),
    on: chance.one(apis),
  }),
  (chance) => ({ kind: 'throttle', seconds: 0.2 + chance.fraction(), on: chance.one(apis) }),
  (chance) => ({ kind: 'expired_token', times: 1 + chance.upTo(3) }),
  () => ({ kind: 'partial', times: 1 }),
  (chance) => ({ kind: 'slow_validation', ms: chance.upTo(2_000) }),
  () => ({ kind: 'away', how: 'dropped' }),
  () => ({ kind: 'away', how: 'refused' }),
]

/** Brings mishaps over a practice authority, and counts them. */
export class Mishaps {
  readonly counts = new Map<string, number>()
  /** Documents that their issuer cancelled on the portal. */
  readonly cancelledOnPortal = new Set<string>()
  readonly #practice: Practice
  readonly #chance: Chance

  constructor(practice: Practice, chance: Chance) {
    this.#practice = practice
    this.#chance = chance
  }

  async strike(): Promise<void> {
    const { faults } = this.#practice
    // An authority that is away for long hides every other mishap.
    const isAway = faults.current().some(({ kind }) => kind === 'away')
    if (isAway) return faults.clear('away')
    if (this.#chance.isIn(0.3)) return faults.clear()
    if (this.#chance.isIn(0.1)) return this.#cancelOnPortal()
    const fault = this.#chance.one(mishaps)(this.#chance)
    await faults.set(fault)
    this.#count('how' in fault ? `${fault.kind} ${fault.how}` : fault.kind)
  }

  async #cancelOnPortal(): Promise<void> {
    const valid = this.#practice.ledger.documents().filter(({ status }) => status === 'Valid')
    if (valid.length === 0) return
    const { uuid } = this.#chance.one(valid)
    if (!(await this.#practice.faults.set({ kind: 'portal_cancel', uuid }))) return
    this.cancelledOnPortal.add(uuid)
    this.#count('portal_cancel')
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}
