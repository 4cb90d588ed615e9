import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { app } from 'electron'
import electronUpdater, { type AppUpdater } from 'electron-updater'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { sayIn } from '../../../shared/words/engine.ts'
import { proxyFor } from '../../gateway/platform/outgoing/proxy.ts'
import type { Desktop } from '../desktop/desktop-context.ts'
import { log } from '../log.ts'
import { notify } from '../window/notices.ts'
import { needsAdministrator } from './moment.ts'
import { isAcceptable, signedReleases } from './signed-releases.ts'
import { Updates } from './updates.ts'

/** Set by the build of a release (build/vite.desktop.config.ts); a build without them takes no updates. */
declare const RESIT_RELEASE_KEY: string
declare const RESIT_RELEASE_URL: string

const firstLookMs = 60_000
const lookEveryMs = 6 * 3_600_000
const applyEveryMs = 60_000

/** Looks now and then, and installs what is ready when no till sells; a person is asked if that needs an administrator. */
export function openUpdates(desktop: Desktop, show: () => void): Updates {
  const { state, gateway } = desktop
  // Only a rehearsal may use another key and server. A packed program ignores the environment.
  const named = app.isPackaged ? { RESIT_RELEASE_KEY, RESIT_RELEASE_URL } : process.env
  const { RESIT_RELEASE_KEY: key = '', RESIT_RELEASE_URL: url = '' } = named
  const { autoUpdater } = electronUpdater
  const updater = key !== '' && isAcceptable(url) ? autoUpdater : null
  if (updater !== null) {
    updater.forceDevUpdateConfig = !app.isPackaged
    updater.setFeedURL(signedReleases(url, key))
  }
  const updates = new Updates({
    ...desktop,
    updater,
    takeProxy: () => takeProxy(autoUpdater, url),
    needsAdministrator: needsAdministrator(process),
    installerEnded: process.platform === 'win32' ? installerEnded : null,
  })
  let asked: string | null = null
  const apply = async () => {
    // With a gateway for all users the program is installed for all users too, so an administrator updates it.
    if (gateway.isAnothers) return
    await updates.apply('program')
    const { language, update } = state.current
    if (update.blockReason !== 'administrator' || update.offered === null || update.offered === asked) return
    asked = update.offered
    const body = sayIn(desktopWords, language, 'update_waits_text', { version: asked })
    notify({ title: desktopWords[language].update_waits, body }, show)
  }
  setTimeout(() => void updates.check(), firstLookMs).unref()
  setInterval(() => void updates.check(), lookEveryMs).unref()
  setInterval(() => void apply(), applyEveryMs).unref()
  return updates
}

const lookForInstallerMs = 3_000

/** Holds this program until no installer runs and no question for an administrator is open: one that is let in ends it. */
async function installerEnded(file: string): Promise<void> {
  const hold = (event: { preventDefault(): void }) => event.preventDefault()
  app.on('before-quit', hold)
  const tasklist = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'tasklist.exe')
  let running: string
  do {
    await pause(lookForInstallerMs)
    running = (await promisify(execFile)(tasklist, ['/FO', 'CSV', '/NH'], { windowsHide: true })).stdout
  } while (['elevate.exe', basename(file)].some((name) => running.includes(`"${name}"`)))
  app.off('before-quit', hold)
}

/** The limit for one look for an update: if a proxy refuses the password, Chromium asks for ever. */
const mostLogins = 4

/** The updater asks by Chromium's network: through the proxy that the environment names, else as the system is set. */
async function takeProxy(updater: AppUpdater, url: string): Promise<void> {
  const proxy = proxyFor(new URL(url))
  if (proxy === null) return
  if ('variable' in proxy) throw new Error(`${proxy.variable} is not the address of a proxy`)
  const { address, login } = proxy
  log.info({ proxy: address }, 'updates come through a proxy')
  await updater.netSession.setProxy({ mode: 'fixed_servers', proxyRules: proxy.url.origin })
  let logins = 0
  updater.removeAllListeners('login')
  updater.on('login', ({ isProxy, host, port }, callback) => {
    const answer = callback as (user?: string, password?: string) => void
    logins += 1
    // Electron gives a request up if it is answered with nothing.
    if (login === null || !isProxy || `${host}:${port}` !== address || logins > mostLogins) return answer()
    answer(login.user, login.password)
  })
}
