import { expect, test } from 'vitest'
import { comesToRest } from './at-rest.ts'
import { explore } from './explore.ts'
import { law } from './law.ts'
import { type SettingName, settings } from './settings.ts'

/** Each has ten to some hundred thousand states: together they take as long as all others twenty times over. */
export const largeWorlds: readonly SettingName[] = [
  'three attempts',
  'answers long after',
  'corrected and sold again',
  'a person decides',
  'a sender that loses the right',
  'a sender that loses the right while it cancels',
  'a stranger under our number',
]

/** A test for each: in every state that can be reached every invariant holds, and each comes to rest. */
export function holdsIn(names: readonly SettingName[]): void {
  test.each(names)('holds all invariants and always comes to rest: %s', (name) => {
    const explored = explore(law, settings[name])
    expect(explored.violation).toBeNull()
    const { restless: phases, longest } = comesToRest(law, settings[name], explored)
    expect(phases).toEqual([])
    const { worlds, moves } = explored
    process.stdout.write(`${name}: ${worlds.length} states, ${moves} moves, at rest after ${longest} at most\n`)
  })
}
