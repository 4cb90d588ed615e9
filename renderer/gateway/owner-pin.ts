import type { OwnerPinRule } from '../../shared/api/axes.ts'
import { GatewayProblem } from '../../shared/api/call.ts'
import { sharedState } from './shared-state.ts'

/** The owner closed the question for the PIN, so the gateway was not asked. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

export interface PinQuestion {
  /** Each question has another one. */
  readonly id: number
  /** The call that waits for the PIN, and whether each call of its kind does. */
  readonly act: string
  readonly rule: OwnerPinRule
  /** Why the gateway refused the PIN before; null at the first question. */
  readonly refusal: unknown
  answer(pin: string | null): void
}

let asked = 0
const asking = sharedState<PinQuestion | null>(null)

/** For the dialog that asks for the PIN; null while nothing is asked. */
export const usePinQuestion = (): PinQuestion | null => asking.use()

const askFor = (question: Pick<PinQuestion, 'act' | 'rule' | 'refusal'>): Promise<string | null> => {
  // Only one question at a time: an earlier one ends without a PIN.
  asking.now()?.answer(null)
  return new Promise((resolve) => asking.become({ id: ++asked, ...question, answer: resolve }))
}

/** Codes that mean: the PIN was refused, and not the act. */
const aboutPin: ReadonlySet<string> = new Set(['wrong_pin', 'pin_closed', 'pin_of_elsewhere', 'code_needed'])
const isOfPin = (thrown: unknown): boolean =>
  thrown instanceof GatewayProblem &&
  (['too_many_requests', 'insufficient_scope'].includes(thrown.problem.code) ||
    thrown.problem.errors.some(({ pointer, code }) => pointer === '/pin' && aboutPin.has(code)))

/**
 * Does an act that needs an owner's PIN. The gateway is asked without one first: it tells faults of the fields, or that
 * the PIN is needed. Then the PIN is asked for, and again if it was wrong.
 * @throws NotConfirmed if the owner closes the question; the error of the act if it is not about the PIN
 */
export async function withOwnerPin<Answer>(
  task: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
  { act, rule }: Pick<PinQuestion, 'act' | 'rule'>,
): Promise<Answer> {
  let pin: string | null = ''
  try {
    for (;;) {
      try {
        return await task(pin === '' ? {} : { 'x-owner-pin': pin })
      } catch (thrown) {
        if (!isOfPin(thrown)) throw thrown
        pin = await askFor({ act, rule, refusal: pin === '' ? null : thrown })
      }
      if (pin === null) throw new NotConfirmed()
    }
  } finally {
    asking.become(null)
  }
}
