import type { z } from 'zod'
import type { health, queue } from '../../../shared/catalogue/shapes/operator.ts'
import type { Answer, Reached } from './reach.ts'

export type QueueAndHealth = z.output<typeof queue> & { readonly health: z.output<typeof health> }

/** What is to be done, and whether it gets done; the answer that ended it early where one did. */
export async function queueAndHealth(reached: Reached): Promise<Answer> {
  const [queued, healthy] = await Promise.all([
    reached.call({ method: 'GET', path: '/queue' }),
    reached.call({ method: 'GET', path: '/health' }),
  ])
  if (queued.status !== 200) return queued
  if (healthy.status !== 200) return healthy
  return { status: 200, body: { ...(queued.body as object), health: healthy.body } }
}
