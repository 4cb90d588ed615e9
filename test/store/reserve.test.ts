import { existsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Reserve, reserveBytes } from '../../electron/gateway/store/recovery/reserve.ts'
import { freshFile } from '../support/database-file.ts'

const here = freshFile()
const file = () => join(here.directory, 'reserve')

test('takes 16 MB of the disk for real, and is made once', async () => {
  const reserve = new Reserve(file())
  await reserve.keep()
  const { size, blocks, mtimeMs } = statSync(file())
  expect(size).toBe(16 * 1024 * 1024)
  expect(blocks * 512).toBeGreaterThanOrEqual(size)
  await reserve.keep()
  expect(statSync(file()).mtimeMs).toBe(mtimeMs)
})

test('a sparse file or a short one is none', async () => {
  const reserve = new Reserve(file())
  writeFileSync(file(), '')
  truncateSync(file(), reserveBytes)
  await reserve.keep()
  expect(statSync(file()).blocks * 512).toBeGreaterThanOrEqual(reserveBytes)
  writeFileSync(file(), 'short')
  await reserve.keep()
  expect(statSync(file()).size).toBe(reserveBytes)
})

test('is given up once, and leaves nothing behind', async () => {
  const reserve = new Reserve(file())
  await reserve.keep()
  expect([reserve.giveUp(), reserve.giveUp()]).toEqual([true, false])
  expect([existsSync(file()), existsSync(`${file()}.part`)]).toEqual([false, false])
})
