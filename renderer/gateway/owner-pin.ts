import { GatewayProblem } from '../../shared/api/call.ts'
import { shown } from './shown.ts'

/** The owner closed the question for the PIN, so the gateway was not asked. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

export interface Asking {
  /** Each question has another one. */
  readonly id: number
  /** Why the gateway refused the PIN before; null at the first question. */
  readonly refusal: unknown
  answer(pin: string | null): void
}

let asked = 0
const asking = shown<Asking | null>(null)

/** For the dialog that asks for the PIN; null while nothing is asked. */
export const useAsking = (): Asking | null => asking.use()

const askFor = (refusal: unknown): Promise<string | null> => {
  // Only one question at a time: an earlier one ends without a PIN.
  asking.now()?.answer(null)
  return new Promise((resolve) => asking.become({ id: ++asked, refusal, answer: resolve }))
}

/** Codes that mean: the PIN was refused, and not the act. */
const aboutPin: ReadonlySet<string> = new Set(['wrong_pin', 'pin_closed', 'pin_of_elsewhere', 'code_needed'])
const isOfPin = (thrown: unknown): boolean =>
  thrown instanceof GatewayProblem &&
  (thrown.problem.code === 'too_many_requests' ||
    thrown.problem.errors.some(({ pointer, code }) => pointer === '/pin' && aboutPin.has(code)))

/**
 * Does an act that needs an owner's PIN. Asks for the PIN, and again if it was wrong.
 * @throws NotConfirmed if the owner closes the question; the error of the act if it is not about the PIN
 */
export async function confirmed<Answer>(
  task: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<Answer> {
  let refusal: unknown = null
  try {
    for (;;) {
      const pin = await askFor(refusal)
      if (pin === null) throw new NotConfirmed()
      try {
        return await task({ 'x-owner-pin': pin })
      } catch (thrown) {
        if (!isOfPin(thrown)) throw thrown
        refusal = thrown
      }
    }
  } finally {
    asking.become(null)
  }
}
