import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { type Open, reopenable } from './stores.ts'

/** A store in its own file, new for every test and removed after it. */
export const storeOnFile =
  (open: (file: string) => Store | Promise<Store>): Open =>
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'resit-store-'))
    return reopenable(
      () => open(join(directory, 'resit.db')),
      () => rmSync(directory, { recursive: true }),
    )
  }
