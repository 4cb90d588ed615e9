import type { OwnerPinRule } from '../../shared/api/axes.ts'
import { GatewayProblem } from '../../shared/api/call.ts'
import { currentSession } from './session.ts'
import { sharedState } from './shared-state.ts'

/** The owner closed the question for the PIN, so the gateway was not asked. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

export interface PinQuestion {
  /** Each question has another one. */
  readonly id: number
  /** Why the gateway refused the PIN before; null at the first question. */
  readonly refusal: unknown
  answer(pin: string | null): void
}

let asked = 0
const asking = sharedState<PinQuestion | null>(null)

/** For the dialog that asks for the PIN; null while nothing is asked. */
export const usePinQuestion = (): PinQuestion | null => asking.use()

const askFor = (refusal: unknown): Promise<string | null> => {
  // Only one question at a time: an earlier one ends without a PIN.
  asking.now()?.answer(null)
  return new Promise((resolve) => asking.become({ id: ++asked, refusal, answer: resolve }))
}

/** Codes that mean: the PIN was refused, and not the act. */
const aboutPin: ReadonlySet<string> = new Set(['wrong_pin', 'pin_closed', 'pin_of_elsewhere', 'code_needed'])
const isOfPin = (thrown: unknown): boolean =>
  thrown instanceof GatewayProblem &&
  (['too_many_requests', 'insufficient_scope'].includes(thrown.problem.code) ||
    thrown.problem.errors.some(({ pointer, code }) => pointer === '/pin' && aboutPin.has(code)))

/** A little less than the gateway's ten minutes. */
const openMs = 590_000
/** The session whose settings a PIN opened, and when. */
let opened: { readonly token: string | undefined; readonly at: number } | null = null

const areSettingsOpen = (): boolean =>
  opened !== null && opened.token === currentSession()?.token && performance.now() - opened.at < openMs

/**
 * Does an act that needs an owner's PIN. Asks for the PIN, and again if it was wrong. Settings ask once in ten minutes.
 * @throws NotConfirmed if the owner closes the question; the error of the act if it is not about the PIN
 */
export async function withOwnerPin<Answer>(
  task: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
  ask: OwnerPinRule,
): Promise<Answer> {
  let refusal: unknown = null
  let isOpen = ask === 'settings' && areSettingsOpen()
  try {
    for (;;) {
      const pin = isOpen ? '' : await askFor(refusal)
      isOpen = false
      if (pin === null) throw new NotConfirmed()
      try {
        const answer = await task(pin === '' ? {} : { 'x-owner-pin': pin })
        if (pin !== '') opened = { token: currentSession()?.token, at: performance.now() }
        return answer
      } catch (thrown) {
        if (!isOfPin(thrown)) throw thrown
        refusal = pin === '' ? null : thrown
      }
    }
  } finally {
    asking.become(null)
  }
}
