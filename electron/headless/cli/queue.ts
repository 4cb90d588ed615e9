import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import type { Reached } from './calls-over.ts'

export type QueueAndHealth = OperatorAnswer<'queue'> & { readonly health: OperatorAnswer<'health'> }

const notRunning = 'No gateway runs on this data directory: nothing is sent until one is started.'

/** What is to be done, and whether it gets done. */
export async function queueAndHealth(reached: Reached): Promise<QueueAndHealth> {
  const [queue, health] = await Promise.all([reached.call('queue', {}), reached.call('health', {})])
  return { ...queue, health: { ...health, ...(!reached.isRunning && { message: notRunning }) } }
}

/** Everything that can be wrong, and that there is nobody who sends. */
export async function doctor(reached: Reached): Promise<OperatorAnswer<'doctor'>> {
  const found = await reached.call('doctor', {})
  if (reached.isRunning) return found
  const { checks, verdict } = found
  // That the one inside this process sends nothing says nothing of the settings.
  const others = checks.filter(({ name }) => name !== 'sending')
  const sending = { name: 'sending', verdict: 'warning', message: notRunning } as const
  return { verdict: verdict === 'good' ? 'warning' : verdict, checks: [sending, ...others] }
}
