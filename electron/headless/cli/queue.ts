import type { z } from 'zod'
import type { doctor as diagnosis, health, queue } from '../../../shared/catalogue/shapes/operator.ts'
import type { Answer, Reached } from './reach.ts'

export type QueueAndHealth = z.output<typeof queue> & { readonly health: z.output<typeof health> }

const notRunning = 'No gateway runs on this data directory: nothing is sent until one is started.'

/** What is to be done, and whether it gets done; the answer that ended it early where one did. */
export async function queueAndHealth(reached: Reached): Promise<Answer> {
  const [queued, healthy] = await Promise.all([
    reached.call({ method: 'GET', path: '/queue' }),
    reached.call({ method: 'GET', path: '/health' }),
  ])
  if (queued.status !== 200) return queued
  if (healthy.status !== 200) return healthy
  const health = { ...(healthy.body as object), ...(!reached.isRunning && { sentence: notRunning }) }
  return { status: 200, body: { ...(queued.body as object), health } }
}

/** Everything that can be wrong, and that there is nobody who sends. */
export async function doctor(reached: Reached): Promise<Answer> {
  const answer = await reached.call({ method: 'GET', path: '/doctor' })
  if (answer.status !== 200 || reached.isRunning) return answer
  const { checks, verdict } = answer.body as z.output<typeof diagnosis>
  // That the one inside this process sends nothing says nothing of the settings.
  const others = checks.filter(({ name }) => name !== 'sending')
  const sending = { name: 'sending', verdict: 'warning', message: notRunning } as const
  return { status: 200, body: { verdict: verdict === 'good' ? 'warning' : verdict, checks: [sending, ...others] } }
}
