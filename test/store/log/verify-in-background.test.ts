import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { freshFile } from '../../support/database-file.ts'
import { noon } from '../../support/records.ts'
import { insertion, keep } from '../../support/stores.ts'
import { fillShop, openKept } from './kept-store.ts'

const file = freshFile()
const here = () => join(file.directory, 'here')
let store: Store
beforeEach(async () => {
  mkdirSync(here())
  store = openKept(here())
  await fillShop(store)
})
afterEach(() => store.upkeep.close())

describe('while everything is proved', () => {
  test('no sale waits for it: a thread of its own reads (RD3)', async () => {
    const proving = store.journal.verify(noon)
    await keep(store, insertion(10))
    const { findings, lines } = await proving
    expect([findings, lines > 0]).toEqual([[], true])
  })

  test('what is sold meanwhile is never taken for something wrong (RD3)', async () => {
    const four = (from: number) => Promise.all([0, 1, 2, 3].map((beside) => keep(store, insertion(from + beside))))
    // A rush of sales that ends: verification gives way to sales, and would wait as long as the rush lasts.
    const rush = async (time: number) => {
      for (let n = 0; n < 20; n += 1) await four(10 + (time * 20 + n) * 4)
    }
    for (let time = 0; time < 8; time += 1) {
      const proving = store.journal.verify()
      await rush(time)
      expect((await proving).findings).toEqual([])
    }
  })
})
