import type { Fault } from '../../electron/gateway/authority/practice/faults.ts'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { Chance } from './chance.ts'

/** Mostly submissions, where a fault does most harm. */
const apis = [
  ...(['submit', 'submit', 'submit', 'submit', 'changeState', 'any'] as const),
  ...(['getSubmission', 'search', 'getRaw', 'getDetails'] as const),
]
const serverErrors = [500, 502, 503, 504] as const

/** Every fault of the authority and of the connection to it. */
const mishaps: readonly ((chance: Chance) => Fault)[] = [
  // The worst fault is the most frequent here: the document is accepted and the answer is lost.
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

/** A fault of the authority. It is drawn without reading the state, so that a seed repeats it. */
export type Strike =
  | { readonly kind: 'peace' }
  /** @param which of the valid documents, 0 up to 1 */
  | { readonly kind: 'portal_cancel'; readonly which: number }
  | { readonly kind: 'fault'; readonly fault: Fault }

export function drawStrike(chance: Chance): Strike {
  if (chance.isIn(0.3)) return { kind: 'peace' }
  if (chance.isIn(0.1)) return { kind: 'portal_cancel', which: chance.fraction() }
  return { kind: 'fault', fault: chance.one(mishaps)(chance) }
}

/** Causes faults at a practice authority, and counts them. */
export class Mishaps {
  readonly counts = new Map<string, number>()
  /** Documents that their issuer cancelled on the portal. */
  readonly cancelledOnPortal = new Set<string>()
  readonly #practice: Practice

  constructor(practice: Practice) {
    this.#practice = practice
  }

  async strike(strike: Strike): Promise<void> {
    const { faults } = this.#practice
    // While the authority is away for long, no other fault would show.
    const isAway = faults.current().some(({ kind }) => kind === 'away')
    if (isAway) return faults.clear('away')
    switch (strike.kind) {
      case 'peace':
        return faults.clear()
      case 'portal_cancel':
        return this.#cancelOnPortal(strike.which)
      case 'fault': {
        const { fault } = strike
        await faults.set(fault)
        this.#count('how' in fault ? `${fault.kind} ${fault.how}` : fault.kind)
      }
    }
  }

  async #cancelOnPortal(which: number): Promise<void> {
    const valid = this.#practice.ledger.documents().filter(({ status }) => status === 'Valid')
    const chosen = valid[Math.floor(which * valid.length)]
    if (!chosen || !(await this.#practice.faults.set({ kind: 'portal_cancel', uuid: chosen.uuid }))) return
    this.cancelledOnPortal.add(chosen.uuid)
    this.#count('portal_cancel')
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}
