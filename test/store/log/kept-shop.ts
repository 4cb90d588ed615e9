import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { freshFile } from '../../support/database-file.ts'
import { insertion } from '../../support/stores.ts'
import { fillShop, openKept } from './kept-store.ts'

/** A shop with some records in `here`, and an empty folder `there`. Opened stores are closed after each test. */
export function keptShop() {
  const file = freshFile()
  const open: Store[] = []
  const opened = (...args: Parameters<typeof openKept>): Store => {
    const store = openKept(...args)
    open.push(store)
    return store
  }
  const closeAll = async () => {
    for (const store of open.splice(0)) await store.upkeep.close()
  }
  const here = () => join(file.directory, 'here')
  const there = () => join(file.directory, 'there')
  afterEach(closeAll)
  beforeEach(async () => {
    mkdirSync(here())
    await fillShop(opened(here()))
  })
  return { file, open, opened, closeAll, here, there }
}

export const guid = (n: number): string => insertion(n).record.saleGuid
