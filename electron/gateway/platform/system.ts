import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Randomness } from '../ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
}

export const systemRandomness: Randomness = {
  guid: timeOrderedGuid,
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
  fraction: () => Math.random(),
}

/**
 * A GUID of version 7 (RFC 9562 5.7), 48 bits of time and then random bits: GUIDs made together lie together in every
 * index.
 */
function timeOrderedGuid(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  // Node has a stock of random bits for version 4. Cutting one up is ten times faster than asking for bytes.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
