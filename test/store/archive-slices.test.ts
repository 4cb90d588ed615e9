import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayMs, liveOn } from '../support/closed-months.ts'
import { noon } from '../support/records.ts'
import { shopWithPast } from '../support/shop-with-past.ts'

const shop = shopWithPast()

test('rows of a closed month go in slices, and what tills ask meanwhile is answered between two of their records (RD3)', async () => {
  const { upkeep, records } = shop.store
  const { saleGuid } = shop.first.record
  expect(await upkeep.archiveOn(noon)).toBe('made')
  const step = upkeep.archiveOn(noon)
  let answered = 0
  const tillAsks = async () => {
    await records.byGuid(saleGuid)
    answered += 1
    return new Promise<'answered'>((resolve) => setImmediate(() => resolve('answered')))
  }
  while ((await Promise.race([step, tillAsks()])) === 'answered');
  expect(await step).toBe('removed_some')
  // As many as a slice has records.
  expect(answered).toBeGreaterThanOrEqual(15)
})

test('the log is folded back beside the tills while a month is archived, before a sale would have to do it (RD3)', async () => {
  const { upkeep } = shop.store
  await Promise.all(Array.from({ length: 320 }, (_, at) => liveOn(shop.store, 1_000 + at, noon + at)))
  // Nothing comes into this file but by folding the log back.
  const folded = () => statSync(shop.file.path, { bigint: true }).mtimeNs
  let before = folded()
  const foldedAt: string[] = []
  const later = noon + 70 * dayMs
  for (let step = await upkeep.archiveOn(later); step !== 'nothing'; step = await upkeep.archiveOn(later)) {
    const after = folded()
    if (after !== before) foldedAt.push(step)
    before = after
  }
  // The files of three months, and every fifth slice of their rows: little at once, because a sale waits behind it.
  const ofMany = ['removed_some', 'removed_some', 'removed_some', 'removed_some', 'done']
  expect(foldedAt).toEqual(['made', 'done', 'made', 'made', ...ofMany])
  expect(await shop.store.journal.verify()).toMatchObject({ findings: [] })
})
