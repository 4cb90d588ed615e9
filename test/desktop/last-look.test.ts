import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Standing } from '../../electron/main/desktop-state.ts'
import { openPreferences } from '../../electron/main/preferences.ts'
import { Updates } from '../../electron/main/updates/updates.ts'
import { startUpdateServer, type UpdateServer } from './update-server.ts'

let place: string
let server: UpdateServer
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'resit-last-look-'))
  server = await startUpdateServer()
})
afterEach(async () => {
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

const bytes = Buffer.from('#!/bin/sh\necho started\n')
const sha512 = createHash('sha512').update(bytes).digest('base64')
const update = { phase: 'none', offered: null, refusal: null, hindrance: null, isOverdue: false } as const
const atFirst = {
  gateway: { phase: 'running', restarts: 0, isWatched: true, sentence: null },
  setupCode: null,
  keyStore: 'sealed',
  update,
  appVersion: '0.1.0',
  printer: null,
  pagePrinter: null,
  roll: '80',
  isKiosk: false,
  language: 'en',
  startsWithComputer: false,
} as const

/** An updater that has fetched a good file. @param whileStopping what happens to the file before the installer starts */
async function readyToInstall(whileStopping: (file: string) => void) {
  server.offer({ version: '0.2.0', bytes })
  const file = join(place, 'Resit-0.2.0.AppImage')
  const done: string[] = []
  const updater = Object.assign(new EventEmitter(), {
    disableWebInstaller: false,
    checkForUpdates: async () => ({
      isUpdateAvailable: true,
      updateInfo: { version: '0.2.0', files: [{ url: 'Resit-0.2.0.AppImage', sha512 }] },
    }),
    async downloadUpdate() {
      writeFileSync(file, bytes)
      return [file]
    },
    quitAndInstall: () => void done.push('installed'),
  })
  const preferences = openPreferences(join(place, 'desktop.json'))
  const state = new Standing(atFirst)
  const updates = new Updates({
    updater: updater as unknown as AppUpdater,
    url: server.url,
    key: server.key,
    current: '0.1.0',
    backupDir: place,
    state,
    preferences,
    previous: { keep: async () => undefined, of: () => null },
    program: null,
    log: pino({ level: 'silent' }),
    standing: () => null,
    backUp: async () => null,
    args: ['--port', '7511'],
    needsAdministrator: false,
    letGo: async () => whileStopping(file),
    startAgain: () => void done.push('started again'),
    now: () => Date.now(),
  })
  await updates.check()
  expect(state.current.update.phase).toBe('ready')
  return { updates, updater, preferences, state, file, done }
}

test('what is exchanged while the gateway is being closed is not installed: the program starts again as it was (SU6)', async () => {
  const { updates, preferences, state, file, done } = await readyToInstall((path) =>
    writeFileSync(path, bytes.toString().replace('started', 'spoiled')),
  )
  expect(await updates.apply('person')).toBe(false)
  expect(done).toEqual(['started again'])
  expect(state.current.update).toMatchObject({ phase: 'refused', refusal: 'other_file' })
  expect(preferences.kept.pendingUpdate).toBeNull()
  expect(existsSync(file)).toBe(false)
})

test('what is still as it was signed is installed, and never an installer that fetches the rest by itself (SU6)', async () => {
  const { updates, updater, done } = await readyToInstall(() => undefined)
  expect(updater.disableWebInstaller).toBe(true)
  expect(await updates.apply('person')).toBe(true)
  expect(done).toEqual(['installed'])
})
