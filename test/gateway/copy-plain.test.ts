import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyPlain, NotPlain } from '../../electron/gateway/platform/copy-plain.ts'
import { writeDurably } from '../../electron/gateway/platform/durable-file.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-copy-'))
})
afterEach(() => rmSync(place, { recursive: true }))

const hasModes = process.platform !== 'win32'
if (!hasModes) console.warn('left out: Windows has neither these modes nor links for everybody')

test.runIf(hasModes)('what is carried in is its new owner’s alone, whatever it was before (SE1)', () => {
  mkdirSync(join(place, 'from', 'journal'), { recursive: true })
  writeFileSync(join(place, 'from', 'journal', '1.log'), 'line')
  chmodSync(join(place, 'from', 'journal', '1.log'), 0o4777)
  chmodSync(join(place, 'from', 'journal'), 0o777)
  copyPlain(join(place, 'from'), join(place, 'to'))
  expect(readFileSync(join(place, 'to', 'journal', '1.log'), 'utf8')).toBe('line')
  expect(statSync(join(place, 'to', 'journal', '1.log')).mode & 0o7777).toBe(0o600)
  expect(statSync(join(place, 'to', 'journal')).mode & 0o7777).toBe(0o700)
})

test.runIf(hasModes)('a link is refused wherever it lies, and nothing is copied (SE1)', () => {
  mkdirSync(join(place, 'from', 'journal'), { recursive: true })
  writeFileSync(join(place, 'from', 'a'), 'a')
  symlinkSync('/etc/passwd', join(place, 'from', 'journal', '1.log'))
  expect(() => copyPlain(join(place, 'from'), join(place, 'to'))).toThrow(NotPlain)
  expect(() => copyPlain(join(place, 'from', 'journal', '1.log'), join(place, 'to'))).toThrow(NotPlain)
  expect(existsSync(join(place, 'to'))).toBe(false)
})

test.runIf(hasModes)('a link that somebody put beside a file is not written through (SE1)', () => {
  const victim = join(place, 'victim')
  writeFileSync(victim, 'untouched')
  symlinkSync(victim, join(place, 'file.part'))
  writeDurably(join(place, 'file'), 'text')
  expect([readFileSync(victim, 'utf8'), readFileSync(join(place, 'file'), 'utf8')]).toEqual(['untouched', 'text'])
})
