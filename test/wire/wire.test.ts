import { expect, test } from 'vitest'
import { playDay } from './day.ts'
import { endpoints, Recording } from './recording.ts'

test('a recorded day is answered with the same bytes, through every endpoint there is', async () => {
  const day = await Recording.start()
  try {
    await playDay(day)
    expect(endpoints.map(({ id }) => id).filter((id) => !day.asked.has(id))).toEqual([])
    await expect(day.text).toMatchFileSnapshot('day.golden.txt')
  } finally {
    await day.shop.close()
  }
})
