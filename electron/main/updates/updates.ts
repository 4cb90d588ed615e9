import { hash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { type AppUpdater, CancellationToken, type UpdateInfo } from 'electron-updater'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import type { GatewayRunner } from '../gateway/gateway.ts'
import { log } from '../log.ts'
import { updateBlockReasonOf } from './block-reason.ts'
import { NotSigned } from './signed-releases.ts'

export interface UpdateDeps extends Pick<DesktopContext, 'state' | 'preferences' | 'args' | 'ending'> {
  readonly gateway: Pick<GatewayRunner, 'backUp'>
  /** Takes only signed offers (signed-releases.ts); null if this build takes no updates. */
  readonly updater: AppUpdater | null
  /** Called before each look. */
  readonly takeProxy: () => Promise<void>
  readonly needsAdministrator: boolean
  /** Resolves when an installer ended and this program still runs. Null except on Windows: elsewhere the updater tells that. */
  readonly installerEnded: ((file: string) => Promise<void>) | null
}

/** On macOS the platform copies the whole download first. */
const installedWithinMs = 5 * 60_000
const fetchedWithinMs = 60 * 60_000

type Ready = Pick<UpdateInfo, 'version' | 'files'> & { readonly file: string }

/** Looks for updates, fetches them in the background, and installs them when the shop does not need the gateway. */
export class Updates {
  readonly #deps: UpdateDeps
  #ready: Ready | null = null
  #isBusy = false

  constructor(deps: UpdateDeps) {
    this.#deps = deps
    // A web installer would fetch files that the releaser did not sign.
    const settings = { autoDownload: false, autoInstallOnAppQuit: false, disableWebInstaller: true, logger: null }
    if (deps.updater !== null) Object.assign(deps.updater, settings)
  }

  /** Fetches an update that is signed, newer and whole. */
  async check(): Promise<void> {
    const { updater, takeProxy } = this.#deps
    if (this.#isBusy || this.#ready !== null || updater === null) return
    this.#isBusy = true
    const token = new CancellationToken()
    const timer = setTimeout(() => token.cancel(), fetchedWithinMs)
    try {
      this.#show('checking', null)
      await takeProxy()
      const found = await updater.checkForUpdates()
      if (!found?.isUpdateAvailable) return this.#show('none', null)
      const { version, files } = found.updateInfo
      this.#show('downloading', version)
      // A file without an end would fill the disk before its digest is checked. Without a length no progress is told.
      const most = Math.max(...files.map(({ size = 0 }) => size))
      updater.on('download-progress', ({ transferred }) => void (transferred > most && token.cancel()))
      const [file = ''] = await updater.downloadUpdate(token)
      this.#ready = { version, files, file }
      this.#show('ready', version)
    } catch (err) {
      log.warn({ err }, 'no update could be fetched')
      this.#show(err instanceof NotSigned ? 'refused' : 'failed', null)
    } finally {
      clearTimeout(timer)
      updater.removeAllListeners('download-progress')
      this.#isBusy = false
    }
  }

  /** Backs the database up, closes the gateway, and starts the installer. @returns false if it cannot be installed now */
  async apply(by: 'person' | 'program'): Promise<boolean> {
    const { updater, state, preferences, gateway, args } = this.#deps
    const ready = this.#ready
    // A second call would find a closed gateway, and remove the note of the first.
    if (updater === null || ready === null || this.#isBusy) return false
    const { version } = ready
    if (by === 'program' && version === preferences.kept.failedVersion) return false
    const now = Date.now()
    // Without a person to answer, the gateway would stay closed, perhaps all night.
    const administrator = by === 'program' && this.#deps.needsAdministrator ? 'administrator' : null
    const blockReason = updateBlockReasonOf(state.standing, by, now) ?? administrator
    state.change({ update: { ...state.current.update, blockReason } })
    if (blockReason !== null) return false
    this.#isBusy = true
    const problem = await gateway.backUp().catch(String)
    // The note with the arguments must be on the disk before the installer starts, which does not pass them on.
    if (problem === null && preferences.set({ pendingUpdate: { to: version, args: [...args] } }))
      return this.#install(updater, ready)
    preferences.set({ pendingUpdate: null })
    log.error({ problem }, 'no update without a copy of the database and a note of it')
    this.#show('failed', version)
    this.#isBusy = false
    return false
  }

  /** The installer ends this program. If it fails or takes too long, the program starts again as it was. */
  async #install(updater: AppUpdater, ready: Ready): Promise<boolean> {
    const { preferences, ending, installerEnded } = this.#deps
    const { version, file } = ready
    this.#show('applying', version)
    await ending.begin()
    const goOn = (err: unknown, failedVersion: string | null) => {
      log.error({ err, version }, 'the update was not installed: the program starts again as it was')
      preferences.set({ pendingUpdate: null, failedVersion })
      ending.startAgain()
    }
    // The file may have been on the disk for hours, and the installer may run with the rights of an administrator.
    if (!(await isOneOf(ready).catch(() => false))) {
      // Otherwise the updater takes the changed file for its download.
      await rm(file, { force: true }).catch((err: unknown) => log.warn({ err }, 'it could not be removed'))
      goOn('the file is no longer the one that was signed', null)
      return false
    }
    const failed = new Promise<unknown>((resolve) => {
      updater.once('error', resolve)
      setTimeout(() => resolve('nothing happened'), installedWithinMs)
      void installerEnded?.(file).then(() => resolve('the installer ended, and this version still runs'))
    })
    void failed.then((err) => goOn(err, version))
    updater.quitAndInstall(true, true)
    return true
  }

  #show(phase: DesktopState['update']['phase'], offered: string | null): void {
    this.#deps.state.change({ update: { phase, offered, blockReason: null } })
  }
}

/** Whether the file still is one of the signed files. */
async function isOneOf({ file, files }: Ready): Promise<boolean> {
  const digest = hash('sha512', await readFile(file), 'base64')
  return files.some(({ sha512 }) => sha512 === digest)
}
