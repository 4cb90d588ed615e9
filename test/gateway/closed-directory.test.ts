import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OpenToOthers, openDataDir } from '../../electron/gateway/installation/data-dir.ts'

describe('a data directory', () => {
  let place: string
  let path: string
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'resit-place-'))
    path = join(place, 'data')
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))
  const modeOf = (file: string) => statSync(file).mode & 0o7777
  const makeLoose = (mode: number) => {
    mkdirSync(path)
    chmodSync(path, mode)
  }

  test('that is made is its owner’s alone', () => {
    openDataDir(path)
    expect(modeOf(path)).toBe(0o700)
  })

  test.each([null, 'lost+found', 'resit.db', 'practice.db', 'secrets.json'])(
    'that others may read is closed to them: with %s in it',
    (name) => {
      makeLoose(0o755)
      if (name !== null) writeFileSync(join(path, name), '')
      openDataDir(path)
      expect(modeOf(path)).toBe(0o700)
    },
  )

  test('of other things is left as it is and not used while others may read it', () => {
    makeLoose(0o1777)
    writeFileSync(join(path, 'holiday.jpg'), '')
    expect(() => openDataDir(path)).toThrow(OpenToOthers)
    expect(() => openDataDir(path)).toThrow(/directory of its own/)
    expect(modeOf(path)).toBe(0o1777)
    chmodSync(path, 0o700)
    expect(openDataDir(path).path).toBe(path)
  })
})
