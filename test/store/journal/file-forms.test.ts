import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { verifyAtRest } from '../../../electron/gateway/store/journal/at-rest.ts'
import { filesIn, headerBytes, pathOf } from '../../../electron/gateway/store/journal/files.ts'
import { rebuildDatabase } from '../../../electron/gateway/store/journal/rebuild.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../../support/database-file.ts'
import { noon } from '../../support/records.ts'
import { insertion, keep } from '../../support/stores.ts'

/** A journal of two sales as each Resit wrote it: 1 before lines were packed, 2 since. */
const golden = join(import.meta.dirname, 'golden')
const file = freshFile()
const options = () => ({ directory: join(file.directory, 'journal'), seal: 'none', now: noon }) as const
const formOf = (number: number) => readFileSync(pathOf(options().directory, number)).toString('latin1', 0, 8)

function lay(form: 1 | 2): void {
  mkdirSync(options().directory)
  copyFileSync(join(golden, `form-${form}.journal`), pathOf(options().directory, 1))
}

test.each([1, 2] as const)(
  'a journal of form %i is read, and what is packed stands in files of form 2 alone (ST16)',
  async (form) => {
    lay(form)
    expect(await rebuildDatabase(file.path, options(), 'test')).toMatchObject({
      lines: expect.any(Number),
      brokenAt: null,
    })
    const store = openSqliteStore(file.path)
    const body = Buffer.from('{"SALE_CODE":"since","LINES":[{"CLASSIFICATION_CODES":["022"]}]}')
    await keep(store, insertion(3, { saleCode: 'since' }, { body }))
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: 3, bodies: 3 })
    await store.upkeep.close()
    expect(filesIn(options().directory).map(formOf)).toEqual(form === 1 ? ['RSTJNL1\n', 'RSTJNL2\n'] : ['RSTJNL2\n'])
    expect(readFileSync(pathOf(options().directory, 1)).subarray(0, 2_000)).toEqual(
      readFileSync(join(golden, `form-${form}.journal`)).subarray(0, 2_000),
    )
    const again = openSqliteStore(file.path)
    expect(await again.journal.status()).toMatchObject({ isTrusted: true, findings: [] })
    await again.upkeep.close()
  },
)

test('a file of a form that comes later is said to be of a newer Resit, and a damaged number to be damage (ST16)', async () => {
  const store = openSqliteStore(file.path)
  await store.upkeep.close()
  const path = pathOf(options().directory, 1)
  const bytes = readFileSync(path)
  bytes.write('4', 6)
  writeFileSync(path, bytes)
  expect(verifyAtRest(file.path, options()).findings).toMatchObject([{ code: 'line_damaged' }])

  bytes.writeUInt32BE(crc32(bytes.subarray(0, headerBytes - 4)), headerBytes - 4)
  writeFileSync(path, bytes)
  const newer = expect.objectContaining({
    reason: 'newer_version',
    message: expect.stringContaining('newer Resit; update'),
  })
  expect(() => openSqliteStore(file.path)).toThrow(newer)
  expect(() => verifyAtRest(file.path, options())).toThrow(newer)
  await expect(rebuildDatabase(file.path, options(), 'test')).rejects.toEqual(newer)
  expect(readFileSync(path).equals(bytes)).toBe(true)
})
