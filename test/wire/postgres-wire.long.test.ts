import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { whyNoPostgres } from '../support/postgres.ts'
import { asOfAnyEngine } from './any-engine.ts'
import { playDay } from './day.ts'
import { Recording } from './recording.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

test.skipIf(why !== null)('a head office answers the recorded day with the same bytes as a shop', async () => {
  const day = await Recording.start()
  try {
    await playDay(day)
    const golden = readFileSync(new URL('day.golden.txt', import.meta.url), 'utf8')
    expect(asOfAnyEngine(day.text)).toBe(asOfAnyEngine(golden))
  } finally {
    await day.shop.close()
  }
})
