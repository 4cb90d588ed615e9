import { describe, expect, test } from 'vitest'
import { comesToRest } from './at-rest.ts'
import { broken, restless } from './broken.ts'
import { explore } from './explore.ts'
import { holdsIn, largeWorlds, patienceMs } from './holds.ts'
import { type Law, law } from './law.ts'
import { type SettingName, settings } from './settings.ts'

const names = Object.keys(settings) as SettingName[]

describe('the sending protocol, in every world that can be reached (reliability 4.4)', () => {
  holdsIn(names.filter((name) => !largeWorlds.includes(name)))
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
