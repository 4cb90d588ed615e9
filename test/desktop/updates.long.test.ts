import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { argsOfVersionBefore, clearPendingUpdate, openPreferences } from '../../electron/main/preferences.ts'
import { updateBlockReasonOf } from '../../electron/main/updates/block-reason.ts'
import type { DesktopState } from '../../shared/desktop/bridge.ts'
import { quiet } from './gateway-at-rest.ts'
import { type Desktop, openShop, type Shop } from './start-desktop.ts'
import { tillAt } from './till.ts'
import { startUpdateServer, type UpdateServer } from './update-server.ts'

let shop: Shop
let server: UpdateServer
let desktop: Desktop
let place: string
let program: string

const fresh = Buffer.from('#!/bin/sh\necho started > "$APPIMAGE_SEEN"\n')

/** In the folder of the copy. */
const backups = () =>
  readdirSync(join(place, 'state'), { recursive: true }).filter((name) => /backup-[^/]+\.db$/.test(String(name)))

const env = () => ({
  XDG_STATE_HOME: join(place, 'state'),
  RESIT_RELEASE_URL: server.url,
  RESIT_RELEASE_KEY: server.key,
  APPIMAGE: program,
  APPIMAGE_SEEN: join(place, 'seen'),
})

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'resit-updates-'))
  program = join(place, 'Resit.AppImage')
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  shop = await openShop()
  server = await startUpdateServer()
  desktop = await shop.start({ env: { ...env(), STUB_QUIT: 'windows first' } })
  await tillAt(desktop)
})
afterAll(async () => {
  await shop.close()
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

async function call<Value>(script: string): Promise<Value> {
  const page = await desktop.page()
  try {
    return await page.evaluate<Value>(script)
  } catch {
    // Waits, because a question that comes within a second of the last one is refused.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return page.evaluate<Value>(script)
  }
}

/** Looks for an update. @returns the state after the result */
async function looked(): Promise<DesktopState['update']> {
  const { version } = await call<DesktopState>('window.resit.state({ after: 0 })')
  await call('window.resit.checkForUpdate({})')
  let seen = await call<DesktopState>(`window.resit.state({ after: ${version} })`)
  while (seen.update.phase === 'checking' || seen.update.phase === 'downloading')
    seen = await call<DesktopState>(`window.resit.state({ after: ${seen.version} })`)
  return seen.update
}

describe('an update is not taken', () => {
  test('where nobody signed it who may (SU6)', async () => {
    server.offer({ version: '9.0.0', bytes: fresh, signedBy: generateKeyPairSync('ed25519').privateKey })
    expect(await looked()).toMatchObject({ phase: 'refused' })
  })

  test('where the offer was changed after it was signed', async () => {
    server.offer({ version: '9.0.0', bytes: fresh, spoil: (offer) => offer.replace('9.0.0', '9.0.1') })
    expect(await looked()).toMatchObject({ phase: 'refused' })
  })

  test('where the file is another than the one that was signed', async () => {
    server.offer({ version: '9.0.0', bytes: fresh, sent: Buffer.from('#!/bin/sh\nexit 1 # as long as it was?\n\n') })
    expect(await looked()).toMatchObject({ phase: 'failed' })
  })

  test('where it ends too early (SU8)', async () => {
    server.offer({ version: '9.0.0', bytes: fresh, sent: fresh.subarray(0, 20) })
    expect(await looked()).toMatchObject({ phase: 'failed' })
  })

  test('where it does not end', async () => {
    server.offer({ version: '9.0.0', bytes: fresh, sent: 'without an end' })
    expect(await looked()).toMatchObject({ phase: 'failed' })
  })

  test('where it is older than what runs', async () => {
    server.offer({ version: '0.0.9', bytes: fresh })
    expect(await looked()).toMatchObject({ phase: 'none', offered: null })
  })

  test('and none of these left anything to install', async () => {
    expect(await call('window.resit.applyUpdate({})')).toEqual({ accepted: false })
  })
})

test('an update that is signed, newer and whole is fetched, and installed when a person says so, with a copy of the database before it (SU7)', async () => {
  server.offer({ version: '0.2.0', bytes: fresh, others: ['resit_0.2.0_amd64.deb'] })
  expect(await looked()).toMatchObject({ phase: 'ready', offered: '0.2.0' })
  const before = backups().length
  await call('void window.resit.applyUpdate({})')
  expect(await desktop.ended()).toBe(0)
  expect(readFileSync(program)).toEqual(fresh)
  await expect.poll(() => existsSync(join(place, 'seen'))).toBe(true)
  expect(backups().length).toBeGreaterThan(before)
  const kept = () => JSON.parse(readFileSync(join(desktop.home, 'desktop', 'desktop.json'), 'utf8')) as object
  expect(kept()).toMatchObject({ pendingUpdate: { to: '0.2.0' } })

  // The new version starts before the old one has ended. It must not take the old one for a running first instance.
  expect(existsSync(join(desktop.home, 'desktop', 'instance.pid'))).toBe(false)

  // An installer passes on no arguments of the version before.
  const updated = await shop.start({ home: desktop.home, own: 'folder', env: { ...env(), STUB_VERSION: '0.2.0' } })
  await tillAt(updated)
  await expect.poll(kept).toMatchObject({ pendingUpdate: null })
  expect(await updated.quit()).toBe(0)
})

test('an update that was not installed is tried again by a person only, and one that was passes its arguments on', () => {
  const preferences = openPreferences(join(place, 'desktop.json'))
  const pendingUpdate = { to: '0.2.0', args: ['--port', '7511'] }
  preferences.set({ pendingUpdate })
  expect(argsOfVersionBefore(preferences, '0.2.0')).toEqual(['--port', '7511'])
  clearPendingUpdate(preferences, '0.2.0')
  expect(preferences.kept).toMatchObject({ pendingUpdate: null, failedVersion: null })
  preferences.set({ pendingUpdate })
  expect(argsOfVersionBefore(preferences, '0.1.0')).toEqual([])
  clearPendingUpdate(preferences, '0.1.0')
  expect(preferences.kept).toMatchObject({ pendingUpdate: null, failedVersion: '0.2.0' })
})

describe('the moment for an update', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  test('is not while a document is on its way, whoever asks', () => {
    expect(updateBlockReasonOf({ ...quiet, inFlight: 1 }, 'person', now)).toBe('in_flight')
    expect(updateBlockReasonOf({ ...quiet, inFlight: 1 }, 'program', now)).toBe('in_flight')
  })

  test('is not in an open shift, unless a person chooses it', () => {
    const open = { ...quiet, openShifts: 1 }
    expect(updateBlockReasonOf(open, 'program', now)).toBe('open_shift')
    expect(updateBlockReasonOf(open, 'person', now)).toBeNull()
  })

  test('is not while a till sells for which nobody opens shifts, until it was quiet for two hours', () => {
    const soldAgo = (ms: number) => ({ ...quiet, newestSaleWithoutShiftAt: now - ms })
    expect(updateBlockReasonOf(soldAgo(60_000), 'program', now)).toBe('open_shift')
    expect(updateBlockReasonOf(soldAgo(3 * 3_600_000), 'program', now)).toBeNull()
  })

  test('is not while documents wait', () => {
    expect(updateBlockReasonOf({ ...quiet, waiting: 1 }, 'program', now)).toBe('waiting')
  })

  test('is for a person to choose while the gateway does not say how it stands', () => {
    expect(updateBlockReasonOf(null, 'program', now)).toBe('in_flight')
    expect(updateBlockReasonOf(null, 'person', now)).toBeNull()
  })
})
