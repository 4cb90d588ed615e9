import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openToReaders, tryToBuildScreens } from '../../build/screens.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resit-building-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('screens that one account builds and another serves', () => {
  test('can be read by it, whatever the first one keeps to itself', () => {
    mkdirSync(join(folder, 'assets'), { mode: 0o700 })
    writeFileSync(join(folder, 'assets', 'a.js'), '', { mode: 0o600 })
    openToReaders(folder)
    const modes = ['', 'assets', join('assets', 'a.js')].map((name) => statSync(join(folder, name)).mode & 0o777)
    expect(modes).toEqual([0o755, 0o755, 0o644])
  })

  test('keep no gateway from starting where it may not build them, and say so in one line', async () => {
    const said: string[] = []
    const denied = async () => {
      throw new Error('EACCES: permission denied, mkdtemp\n    at Object.mkdtempSync')
    }
    await tryToBuildScreens((sentence) => said.push(sentence), denied)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(
      /^The screens cannot be built here \(EACCES: permission denied, mkdtemp\): .*“npm run build:screens”/,
    )
    expect(said[0]).not.toContain('\n')
  })
})
