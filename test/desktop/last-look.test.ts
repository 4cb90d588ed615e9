import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DesktopStateStore } from '../../electron/main/desktop/desktop-context.ts'
import { log } from '../../electron/main/log.ts'
import { openPreferences } from '../../electron/main/preferences.ts'
import { type UpdateDeps, Updates } from '../../electron/main/updates/updates.ts'
import { atFirst, quiet } from './gateway-at-rest.ts'

let place: string
beforeEach(() => {
  log.level = 'silent'
  place = mkdtempSync(join(tmpdir(), 'resit-last-look-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const bytes = Buffer.from('#!/bin/sh\necho started\n')
const sha512 = createHash('sha512').update(bytes).digest('base64')
/** An updater with a good downloaded file. @param whileStopping changes the file before the installer starts */
async function readyToInstall(
  whileStopping: (file: string) => void,
  { needsAdministrator = false, installerEnded = null }: Partial<UpdateDeps> = {},
) {
  const file = join(place, 'Resit-0.2.0.AppImage')
  const done: string[] = []
  let isClosed = false
  const updater = Object.assign(new EventEmitter(), {
    disableWebInstaller: false,
    checkForUpdates: async () => ({
      isUpdateAvailable: true,
      updateInfo: { version: '0.2.0', files: [{ url: 'Resit-0.2.0.AppImage', sha512, size: bytes.length }] },
    }),
    async downloadUpdate() {
      writeFileSync(file, bytes)
      return [file]
    },
    quitAndInstall: () => void done.push('installed'),
  })
  const preferences = openPreferences(join(place, 'desktop.json'))
  const state = new DesktopStateStore(atFirst)
  state.setStanding(quiet)
  const updates = new Updates({
    updater: updater as unknown as AppUpdater,
    takeProxy: async () => undefined,
    state,
    preferences,
    gateway: { backUp: async () => (isClosed ? 'The gateway does not run.' : null) },
    args: ['--port', '7511'],
    needsAdministrator,
    installerEnded,
    ending: {
      hasBegun: () => isClosed,
      async begin() {
        isClosed = true
        whileStopping(file)
      },
      startAgain: () => void done.push('started again'),
    },
  })
  await updates.check()
  expect(state.current.update.phase).toBe('ready')
  return { updates, updater, preferences, state, file, done }
}

test('what is exchanged while the gateway is being closed is not installed: the program starts again as it was (SU6)', async () => {
  const { updates, preferences, file, done } = await readyToInstall((path) =>
    writeFileSync(path, bytes.toString().replace('started', 'spoiled')),
  )
  expect(await updates.apply('person')).toBe(false)
  expect(done).toEqual(['started again'])
  expect(preferences.kept.pendingUpdate).toBeNull()
  expect(existsSync(file)).toBe(false)
})

test('what is still as it was signed is installed, and never an installer that fetches the rest by itself (SU6)', async () => {
  const { updates, updater, done } = await readyToInstall(() => undefined)
  expect(updater.disableWebInstaller).toBe(true)
  expect(await updates.apply('person')).toBe(true)
  expect(done).toEqual(['installed'])
})

describe('an update that comes to nothing', () => {
  test('leaves no gateway closed: the program starts again as it was, and only a person installs that version', async () => {
    const { updates, updater, preferences, done } = await readyToInstall(() => undefined)
    updater.quitAndInstall = () => void updater.emit('error', new Error('no one said yes'))
    await updates.apply('program')
    expect(done).toEqual(['started again'])
    expect(preferences.kept).toMatchObject({ pendingUpdate: null, failedVersion: '0.2.0' })
    expect(await updates.apply('program')).toBe(false)
  })

  test('is given up where an administrator did not say yes and only the end of the installer tells of it', async () => {
    const refused = Promise.withResolvers<void>()
    const { updates, preferences, done } = await readyToInstall(() => undefined, {
      installerEnded: () => refused.promise,
    })
    await updates.apply('person')
    expect(done).toEqual(['installed'])
    refused.resolve()
    await expect.poll(() => done).toEqual(['installed', 'started again'])
    expect(preferences.kept).toMatchObject({ pendingUpdate: null, failedVersion: '0.2.0' })
  })

  test('is given up after a while where nobody says anything', async () => {
    const { updates, updater, done } = await readyToInstall(() => undefined)
    updater.quitAndInstall = () => undefined
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await updates.apply('person')
      await vi.advanceTimersByTimeAsync(4 * 60_000)
      expect(done).toEqual([])
      await vi.advanceTimersByTimeAsync(2 * 60_000)
      expect(done).toEqual(['started again'])
    } finally {
      vi.useRealTimers()
    }
  })
})

test('what the system asks an administrator for is never begun at night: a person is asked at a quiet moment', async () => {
  const { updates, state, done } = await readyToInstall(() => undefined, { needsAdministrator: true })
  expect(await updates.apply('program')).toBe(false)
  expect(state.current.update).toMatchObject({ phase: 'ready', blockReason: 'administrator' })
  expect(done).toEqual([])
  expect(await updates.apply('person')).toBe(true)
  expect(done).toEqual(['installed'])
})

test('the version that comes is told what the gateway was started with', async () => {
  const { updates, preferences } = await readyToInstall(() => undefined)
  await updates.apply('person')
  expect(preferences.kept.pendingUpdate).toMatchObject({ to: '0.2.0', args: ['--port', '7511'] })
})

test('an update that is being installed is not begun a second time: the note of its arguments stays', async () => {
  const { updates, preferences, state, done } = await readyToInstall(() => undefined)
  expect(await Promise.all([updates.apply('person'), updates.apply('person')])).toEqual([true, false])
  expect(await updates.apply('program')).toBe(false)
  expect(done).toEqual(['installed'])
  expect(preferences.kept.pendingUpdate).toMatchObject({ to: '0.2.0', args: ['--port', '7511'] })
  expect(state.current.update.phase).toBe('applying')
})

test('an update whose note the disk does not take is not installed: its arguments would be lost', async () => {
  const { updates, state, done } = await readyToInstall(() => undefined)
  mkdirSync(join(place, 'desktop.json'))
  expect(await updates.apply('person')).toBe(false)
  expect(state.current.update.phase).toBe('failed')
  expect(done).toEqual([])
})

test('settings that are no settings fall back to those of a first start', () => {
  const file = join(place, 'desktop.json')
  for (const text of ['[]', '"text"', 'null', '{"roll":9', '{"roll":9}']) {
    writeFileSync(file, text)
    expect(openPreferences(file).kept, text).toMatchObject({ roll: '80', printer: null })
  }
})
