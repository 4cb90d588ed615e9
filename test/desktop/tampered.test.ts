import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage, extractFile, getRawHeader, listPackage } from '@electron/asar'
import { afterEach, expect, test } from 'vitest'
import { tampered } from '../../build/pack/tampered.ts'

const place = mkdtempSync(join(tmpdir(), 'resit-tampered-'))
afterEach(() => rmSync(place, { recursive: true, force: true }))

test('an archive that was tampered with is another one to who checks its header, and the same to who does not', async () => {
  mkdirSync(join(place, 'app'))
  writeFileSync(join(place, 'app', 'main.js'), 'void 0\n')
  const [whole, changed] = [join(place, 'whole.asar'), join(place, 'changed.asar')]
  await createPackage(join(place, 'app'), whole)
  writeFileSync(changed, tampered(readFileSync(whole)))
  expect(getRawHeader(changed).headerString).not.toBe(getRawHeader(whole).headerString)
  expect(listPackage(changed, { isPack: false })).toEqual(listPackage(whole, { isPack: false }))
  expect(extractFile(changed, 'main.js').toString()).toBe('void 0\n')
  expect(() => tampered(Buffer.from('no archive'))).toThrow('no digests')
})
