import { describe, expect, test } from 'vitest'
import { comesToRest } from './at-rest.ts'
import { broken, restless } from './broken.ts'
import { explore } from './explore.ts'
import { type Law, law } from './law.ts'
import { settings } from './settings.ts'

describe('the model notices what would go wrong', () => {
  test.each(broken)('where $title', ({ title, instead, where, breaks }) => {
    const wrong: Law = { ...law, ...instead }
    const explored = explore(wrong, settings[where])
    const { violation, worlds } = explored
    const isRestless = !violation && comesToRest(wrong, settings[where], explored).restless.length > 0
    process.stdout.write(`${title}: ${worlds.length} states\n  ${violation?.path.join(' > ') ?? restless}\n`)
    expect(violation?.invariants ?? (isRestless ? [restless] : [])).toContain(breaks)
  })
})
