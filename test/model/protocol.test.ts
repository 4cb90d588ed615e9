import { describe } from 'vitest'
import { holdsIn, largeWorlds } from './invariants-hold.ts'
import { type SettingName, settings } from './settings.ts'

const names = Object.keys(settings) as SettingName[]

describe('the sending protocol, in every world that can be reached (reliability 4.4)', () => {
  holdsIn(names.filter((name) => !largeWorlds.includes(name)))
})
