import { expect, test } from 'vitest'
import { comesToRest } from './at-rest.ts'
import { explore } from './explore.ts'
import { law } from './law.ts'
import { type SettingName, settings } from './settings.ts'

/** Settings with ten thousand to some hundred thousand states. They take twenty times as long as all others. */
export const largeWorlds: readonly SettingName[] = [
  'three attempts',
  'answers long after',
  'corrected and sold again',
  'a person decides',
  'a sender that loses the right',
  'a sender that loses the right while it cancels',
  'a stranger under our number',
]

/** A test for each setting: every invariant holds in every reachable state, and each state comes to rest. */
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
