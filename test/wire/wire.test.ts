import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOnPostgres } from '../support/store-engine.ts'
import { asOfAnyEngine } from './any-engine.ts'
import { playDay } from './day.ts'
import { endpoints, Recording } from './recording.ts'

const golden = new URL('day.golden.txt', import.meta.url)

test('a recorded day is answered with the same bytes, through every endpoint there is', {
  timeout: 240_000,
}, async () => {
  const day = await Recording.start()
  try {
    await playDay(day)
    expect(endpoints.map(({ id }) => id).filter((id) => !day.asked.has(id))).toEqual([])
    if (isOnPostgres) expect(asOfAnyEngine(day.text)).toBe(asOfAnyEngine(readFileSync(golden, 'utf8')))
    else await expect(day.text).toMatchFileSnapshot('day.golden.txt')
  } finally {
    await day.shop.close()
  }
})
