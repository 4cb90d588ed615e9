import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../../../electron/gateway/features/evidence/manifest.ts'
import { PackTooLarge, writePack } from '../../../electron/gateway/features/evidence/write-pack.ts'

let place: string
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-write-pack-'))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const nothingSaid = {} as Manifest
const members = [
  { name: 'one.txt', text: ['a'.repeat(60_000)] },
  { name: 'two.txt', text: ['b'.repeat(40_000)] },
]

test('a pack of more than whoever checks it would unpack is refused, and nothing is left of it', async () => {
  const file = join(place, 'large.zip')
  await expect(writePack(file, members, () => nothingSaid, 99_999)).rejects.toThrow(PackTooLarge)
  expect(readdirSync(place)).toEqual([])
  expect((await writePack(file, members, () => nothingSaid, 100_000)).members.map(({ bytes }) => bytes)).toEqual([
    60_000, 40_000,
  ])
  expect(readdirSync(place)).toEqual(['large.zip'])
})
