import { describe, expect, test } from 'vitest'
import { comesToRest } from './at-rest.ts'
import { broken, restless } from './broken.ts'
import { explore } from './explore.ts'
import { type Law, law } from './law.ts'
import { type SettingName, settings } from './settings.ts'

const names = Object.keys(settings) as SettingName[]

/** Exploring takes seconds, on a busy machine minutes. */
const patienceMs = 240_000

describe('the sending protocol, in every world that can be reached (reliability 4.4)', () => {
  test.each(names)(
    'holds all invariants and always comes to rest: %s',
    (name) => {
      const explored = explore(law, settings[name])
      expect(explored.violation).toBeNull()
      const { restless: phases, longest } = comesToRest(law, settings[name], explored)
      expect(phases).toEqual([])
      const { worlds, moves } = explored
      process.stdout.write(`${name}: ${worlds.length} states, ${moves} moves, at rest after ${longest} at most\n`)
    },
    patienceMs,
  )
})

describe('the model notices what would go wrong', () => {
  test.each(broken)(
    'where $title',
    ({ title, instead, where, breaks }) => {
      const wrong: Law = { ...law, ...instead }
      const explored = explore(wrong, settings[where])
      const { violation, worlds } = explored
      const isRestless = !violation && comesToRest(wrong, settings[where], explored).restless.length > 0
      process.stdout.write(`${title}: ${worlds.length} states\n  ${violation?.path.join(' > ') ?? restless}\n`)
      expect(violation?.invariants ?? (isRestless ? [restless] : [])).toContain(breaks)
    },
    patienceMs,
  )
})
