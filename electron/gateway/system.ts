import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Randomness } from './ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
}

export const systemRandomness: Randomness = {
  guid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
  fraction: () => Math.random(),
}
