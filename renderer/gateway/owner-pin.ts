import { GatewayProblem } from '../../shared/api/call.ts'
import { shown } from './shown.ts'

/** The owner was asked for the PIN and did nothing: so did the gateway. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

export interface Asking {
  /** Another for each question. */
  readonly id: number
  /** What the gateway said of the PIN before. */
  readonly refusal: unknown
  answer(pin: string | null): void
}

let asked = 0
const asking = shown<Asking | null>(null)

/** For the one dialog that asks; null while nothing is asked. */
export const useAsking = (): Asking | null => asking.use()

const askFor = (refusal: unknown): Promise<string | null> => {
  // One question at a time: the one before is answered with nothing.
  asking.now()?.answer(null)
  return new Promise((resolve) => asking.become({ id: ++asked, refusal, answer: resolve }))
}

/** It is the PIN that was refused, and not what was asked with it. */
const aboutPin: ReadonlySet<string> = new Set(['wrong_pin', 'pin_closed', 'pin_of_elsewhere', 'code_needed'])
const isOfPin = (thrown: unknown): boolean =>
  thrown instanceof GatewayProblem &&
  (thrown.problem.code === 'too_many_requests' ||
    thrown.problem.errors.some(({ pointer, code }) => pointer === '/pin' && aboutPin.has(code)))

/**
 * Does what an owner has to confirm: asks for the PIN, again if it was wrong.
 * @throws NotConfirmed if the owner does nothing; what the task throws if it is not about the PIN
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
