import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { app } from 'electron'
import electronUpdater, { type AppUpdater } from 'electron-updater'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { translate } from '../../../shared/words/engine.ts'
import { proxyFor } from '../../gateway/platform/outgoing/proxy.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { log } from '../log.ts'
import { notify } from '../window/notices.ts'
import { needsAdministrator } from './block-reason.ts'
import { isSafeUrl, signedReleaseFeed } from './signed-releases.ts'
import { Updates } from './updates.ts'

/** The build of a release sets these (build/vite.desktop.config.ts). A build without them takes no updates. */
declare const RESIT_RELEASE_KEY: string
declare const RESIT_RELEASE_URL: string

const firstLookMs = 60_000
const lookEveryMs = 6 * 3_600_000
const applyEveryMs = 60_000

/** Looks for updates, and installs them when no till sells. If that needs an administrator, a notice asks a person. */
export function openUpdates(desktop: DesktopContext, show: () => void): Updates {
  const { state, gateway } = desktop
  // Only a checkout may name another key and server: a packed program does not read them from its environment.
  const named = app.isPackaged ? { RESIT_RELEASE_KEY, RESIT_RELEASE_URL } : process.env
  const { RESIT_RELEASE_KEY: key = '', RESIT_RELEASE_URL: url = '' } = named
  const { autoUpdater } = electronUpdater
  const updater = key !== '' && isSafeUrl(url) ? autoUpdater : null
  if (updater !== null) {
    updater.forceDevUpdateConfig = !app.isPackaged
    updater.setFeedURL(signedReleaseFeed(url, key))
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
    // If the gateway is for all users, the program is too: then only a person starts an update.
    if (gateway.isExternal) return
    await updates.apply('program')
    const { language, update } = state.current
    if (update.blockReason !== 'administrator' || update.offered === null || update.offered === asked) return
    asked = update.offered
    const body = translate(desktopWords, language, 'update_waits_text', { version: asked })
    notify({ title: desktopWords[language].update_waits, body }, show)
  }
  setTimeout(() => void updates.check(), firstLookMs).unref()
  setInterval(() => void updates.check(), lookEveryMs).unref()
  setInterval(() => void apply(), applyEveryMs).unref()
  return updates
}

const lookForInstallerMs = 3_000

/** Holds this program until no installer runs and no question to an administrator is open. An installer that may run ends it. */
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

/** For one look for an update. If a proxy takes no password, Chromium asks without end. */
const mostLogins = 4

/** The updater uses Chromium's network: the proxy of the environment, or else the system's. */
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
    // Without a user, Electron gives the request up.
    if (login === null || !isProxy || `${host}:${port}` !== address || logins > mostLogins) return answer()
    answer(login.user, login.password)
  })
}
