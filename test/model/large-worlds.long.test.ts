import { describe } from 'vitest'
import { holdsIn, largeWorlds } from './invariants-hold.ts'

describe('the sending protocol, in every state of its large worlds (reliability 4.4)', () => {
  holdsIn(largeWorlds)
})
