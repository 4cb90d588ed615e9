import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type AppUpdater, CancellationToken, type UpdateFileInfo } from 'electron-updater'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { hindranceOf } from './moment.ts'
import { NotSigned } from './signed-releases.ts'

export interface UpdateDeps extends DesktopContext {
  /** It takes signed offers only (signed-releases.ts); null if this build takes no updates. */
  readonly updater: AppUpdater | null
  /** Makes the updater's way to the server, before each look. */
  readonly takeProxy: () => Promise<void>
  /** @returns why there is no copy of the database */
  readonly backUp: (file: string) => Promise<string | null>
  /** Whether the system asks a person for an administrator's rights before it lets anything be installed here. */
  readonly needsAdministrator: boolean
  /**
   * Resolves when an installer that was started ended, and this program did not. Null if the updater hears of it: on
   * Windows the question for an administrator comes when the updater takes the installation for done.
   */
  readonly installerEnded: ((file: string) => Promise<void>) | null
  /** Ends the gateway, so that nothing of the old version is running, and lets go of what the new one needs. */
  readonly letGo: () => Promise<void>
  /** Ends this program and starts it again, with its gateway. */
  readonly startAgain: () => void
}

/** On macOS the platform takes the whole download over first. */
const installedWithinMs = 5 * 60_000
const downloadedWithinMs = 60 * 60_000

interface Ready {
  readonly version: string
  readonly file: string
  readonly signed: readonly UpdateFileInfo[]
}

/** Looks for updates, fetches them in the background, and installs them when the shop can do without the gateway. */
export class Updates {
  readonly #deps: UpdateDeps
  #ready: Ready | null = null
  #isBusy = false

  constructor(deps: UpdateDeps) {
    this.#deps = deps
    const { updater } = deps
    if (updater === null) return
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    // An installer that fetches the rest by itself fetches what the releaser did not sign.
    updater.disableWebInstaller = true
    updater.logger = null
  }

  /** Fetches what there is, if it is signed, newer and whole. */
  async check(): Promise<void> {
    const { updater, logs } = this.#deps
    if (this.#isBusy || this.#ready !== null || updater === null) return
    this.#isBusy = true
    try {
      await this.#fetch(updater)
    } catch (err) {
      logs.log.warn({ err }, 'no update could be fetched')
      this.#show(err instanceof NotSigned ? 'refused' : 'failed', null)
    } finally {
      this.#isBusy = false
    }
  }

  /**
   * Installs what is ready: a copy of the database first, then a gateway that is closed, then the installer.
   * @returns false if this is not the moment, which the state tells of
   */
  async apply(by: 'person' | 'program'): Promise<boolean> {
    const { updater, state, preferences, dataDir, args, backUp, letGo, startAgain, logs } = this.#deps
    const ready = this.#ready
    // A second one would find the gateway closed by the first, and take the note of it away.
    if (updater === null || ready === null || this.#isBusy) return false
    const { version } = ready
    if (by === 'program' && version === preferences.kept.failedVersion) return false
    const now = Date.now()
    // If no person is there to say yes, the gateway would be closed and wait, through the night perhaps.
    const administrator = by === 'program' && this.#deps.needsAdministrator ? 'administrator' : null
    const hindrance = hindranceOf(state.gatewayState, by, now) ?? administrator
    state.change({ update: { ...state.current.update, hindrance } })
    if (hindrance !== null) return false
    this.#isBusy = true
    const problem = await backUp(join(dataDir(), 'backups', `before-${version}-${now}.db`)).catch(String)
    // The note is on the disk before the installer starts: it carries the arguments, which no installer passes on.
    if (problem !== null || !preferences.set({ pendingUpdate: { to: version, args: [...args] } })) {
      preferences.set({ pendingUpdate: null })
      logs.log.error({ problem }, 'no update without a copy of the database and a note of it')
      this.#show('failed', version)
      this.#isBusy = false
      return false
    }
    this.#show('applying', version)
    await letGo()
    // It lay on the disk for hours, perhaps, and what is started now may run with an administrator's rights.
    if (!(await isOneOf(ready).catch(() => false))) {
      preferences.set({ pendingUpdate: null })
      // The updater would take what lies there for what it fetched.
      await rm(ready.file, { force: true }).catch((err: unknown) => logs.log.warn({ err }, 'it could not be removed'))
      logs.log.error({ version }, 'the file of an update is no longer the one that was signed')
      startAgain()
      return false
    }
    this.#install(updater, ready)
    return true
  }

  /** The installer ends this program. If it fails, or takes too long, the program goes on as it was, and asks a person. */
  #install(updater: AppUpdater, { version, file }: Ready): void {
    const { preferences, logs, startAgain, installerEnded } = this.#deps
    const goOn = (err: unknown) => {
      updater.off('error', goOn)
      clearTimeout(timer)
      logs.log.error({ err, version }, 'the update was not installed: the program starts again as it was')
      preferences.set({ pendingUpdate: null, failedVersion: version })
      startAgain()
    }
    const timer = setTimeout(() => goOn(new Error('nothing happened')), installedWithinMs)
    updater.on('error', goOn)
    void installerEnded?.(file).then(() => goOn(new Error('the installer ended, and this version still runs')))
    updater.quitAndInstall(true, true)
  }

  async #fetch(updater: AppUpdater): Promise<void> {
    this.#show('checking', null)
    await this.#deps.takeProxy()
    const found = await updater.checkForUpdates()
    if (!found?.isUpdateAvailable) return this.#show('none', null)
    const { version, files: signed } = found.updateInfo
    this.#show('downloading', version)
    const token = new CancellationToken()
    // A file without an end would fill the disk before its digest is looked at. Of one without a length nothing is told.
    const most = Math.max(...signed.map(({ size = 0 }) => size))
    const watch = ({ transferred }: { readonly transferred: number }) => void (transferred > most && token.cancel())
    const timer = setTimeout(() => token.cancel(), downloadedWithinMs)
    updater.on('download-progress', watch)
    const [file = ''] = await updater.downloadUpdate(token).finally(() => {
      clearTimeout(timer)
      updater.off('download-progress', watch)
    })
    this.#ready = { version, file, signed }
    this.#show('ready', version)
  }

  #show(phase: DesktopState['update']['phase'], offered: string | null): void {
    this.#deps.state.change({ update: { phase, offered, hindrance: null } })
  }
}

/** Whether the file that was fetched is still one of those that were signed. */
async function isOneOf({ file, signed }: Ready): Promise<boolean> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const digest = hash.digest('base64')
  return signed.some(({ sha512 }) => sha512 === digest)
}
