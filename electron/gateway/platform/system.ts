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
 * A GUID of version 7 (RFC 9562 5.7): 48 bits of time, then chance. Names made one after the other lie side by side in
 * every index, so that a group of new records touches few pages.
 */
function timeOrderedGuid(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  // Node keeps chance for version 4 in store, which makes cutting one up ten times faster than asking for bytes.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
