import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { CancellationToken } from 'electron-updater'
import type { DesktopState, UpdateRefusal } from '../../../shared/desktop/bridge.ts'
import { judgeOffer, judgeVersion, type ReleaseFile, readManifest } from '../../release/manifest.ts'
import { type FetchSmall, fetchManifest, isWhole } from '../../release/source.ts'
import { compareVersions, newerOf } from '../../release/version.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { hindranceOf } from './moment.ts'

export interface UpdateDeps extends DesktopContext {
  readonly updater: AppUpdater
  /** The way to where releases are, for the manifest and for the updater. */
  readonly openNetwork: () => Promise<FetchSmall>
  /** Where releases are. */
  readonly url: string
  /** Of whoever releases; empty where this build takes no updates. */
  readonly key: string
  readonly current: string
  /** @returns why there is no copy of the database */
  readonly backUp: (file: string) => Promise<string | null>
  /** Whether the system asks a person for an administrator's rights before it lets anything be installed here. */
  readonly needsAdministrator: boolean
  /** Ends the gateway, so that nothing of the old version is running, and lets go of what the new one needs. */
  readonly letGo: () => Promise<void>
  /** Ends this program and starts it again, with its gateway. */
  readonly startAgain: () => void
}

/** On macOS the platform takes the whole download over first. */
const installedWithinMs = 5 * 60_000

interface Ready {
  readonly version: string
  readonly file: string
  /** One of these it has to be. */
  readonly signed: readonly ReleaseFile[]
}

/** Looks for updates, fetches them in the background, and installs them when the shop can do without the gateway. */
export class Updates {
  readonly #deps: UpdateDeps
  #ready: Ready | null = null
  #isBusy = false

  constructor(deps: UpdateDeps) {
    this.#deps = deps
    const { updater } = deps
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowDowngrade = false
    updater.allowPrerelease = false
    // An installer that fetches the rest by itself fetches what nobody signed for.
    updater.disableWebInstaller = true
    updater.logger = null
    this.#noteMinimum(null)
  }

  /** Fetches what there is, if it is signed, newer and whole. */
  async check(): Promise<void> {
    if (this.#isBusy || this.#ready !== null || this.#deps.key === '') return
    this.#isBusy = true
    try {
      await this.#fetch()
    } catch (err) {
      this.#deps.logs.log.warn({ err }, 'no update could be fetched')
      this.#show({ phase: 'failed', offered: null, refusal: null })
    } finally {
      this.#isBusy = false
    }
  }

  /**
   * Installs what is ready: a copy of the database first, then a gateway that is closed, then the installer.
   * @returns false where this is not the moment, which the state tells of
   */
  async apply(by: 'person' | 'program'): Promise<boolean> {
    const { state, preferences, current, dataDir } = this.#deps
    const now = Date.now()
    const ready = this.#ready
    if (ready === null || (by === 'program' && ready.version === preferences.kept.failedVersion)) return false
    const busy = hindranceOf(state.gatewayState, state.current.update.isOverdue ? 'releaser' : by, now)
    // Nobody is there to say yes: the gateway would be closed and wait for a person, through the night perhaps.
    const hindrance = busy ?? (by === 'program' && this.#deps.needsAdministrator ? 'administrator' : null)
    state.change({ update: { ...state.current.update, hindrance } })
    if (hindrance !== null || (await this.#isSpoiled(ready))) return false
    const backup = join(dataDir(), 'backups', `before-${ready.version}-${now}.db`)
    const problem = await this.#deps.backUp(backup)
    if (problem !== null) {
      this.#deps.logs.log.error({ problem }, 'no update without a copy of the database')
      this.#show({ phase: 'failed', offered: ready.version, refusal: null })
      return false
    }
    this.#show({ phase: 'applying', offered: ready.version, refusal: null })
    const args = [...this.#deps.args]
    // Without a note of it on the disk the new version could not say what to do if it does not start.
    if (!preferences.set({ pendingUpdate: { from: current, to: ready.version, backup, starts: 0, args } })) {
      preferences.set({ pendingUpdate: null })
      this.#show({ phase: 'failed', offered: ready.version, refusal: null })
      return false
    }
    await this.#deps.letGo()
    // It lay on the disk for hours, perhaps, and what is started now may run with an administrator's rights.
    if (await this.#isSpoiled(ready)) {
      preferences.set({ pendingUpdate: null })
      this.#deps.startAgain()
      return false
    }
    this.#install(ready.version)
    return true
  }

  /** Whoever installs ends this program. Where that fails, or takes for ever, it goes on as it was, and asks a person. */
  #install(version: string): void {
    const { updater, preferences, logs, startAgain } = this.#deps
    const goOn = (err: unknown) => {
      updater.off('error', goOn)
      clearTimeout(timer)
      logs.log.error({ err, version }, 'the update was not installed: the program starts again as it was')
      preferences.set({ pendingUpdate: null, failedVersion: version })
      startAgain()
    }
    const timer = setTimeout(() => goOn(new Error('nothing happened')), installedWithinMs)
    updater.on('error', goOn)
    updater.quitAndInstall(true, true)
  }

  /** Whether the file is no longer the one that was signed; it is taken away, and the next look fetches it anew. */
  async #isSpoiled({ version, file, signed }: Ready): Promise<boolean> {
    if (await isOneOf(file, signed).catch(() => false)) return false
    this.#ready = null
    // The updater takes what lies there for what it fetched.
    await rm(file, { force: true }).catch((err: unknown) =>
      this.#deps.logs.log.warn({ err }, 'it could not be removed'),
    )
    this.#refuse(version, 'other_file')
    return true
  }

  async #fetch(): Promise<void> {
    const { updater, openNetwork, url, state, key, current, preferences } = this.#deps
    state.change({ update: { ...state.current.update, phase: 'checking' } })
    // What was signed comes first: it says what must not run any more even where nothing newer is offered.
    const read = readManifest(await fetchManifest(url, await openNetwork()), key, Date.now())
    if ('refusal' in read) return this.#refuse(null, read.refusal)
    const { version, minimum } = read.value
    this.#noteMinimum(minimum)
    const found = await updater.checkForUpdates()
    if (!found?.isUpdateAvailable) return this.#show({ phase: 'none', offered: null, refusal: null })
    const refusal = judgeVersion(version, { current, minimum: preferences.kept.minimumVersion ?? minimum })
    if (refusal !== null) return this.#refuse(version, refusal)
    const offer = judgeOffer(read.value, found.updateInfo)
    if ('refusal' in offer) return this.#refuse(version, offer.refusal)
    this.#show({ phase: 'downloading', offered: version, refusal: null })
    const file = await this.#download(offer.value)
    const isSigned = file !== null && (await isOneOf(file, offer.value))
    if (!isSigned) return this.#refuse(version, file === null ? 'too_large' : 'other_size')
    this.#ready = { version, file, signed: offer.value }
    this.#show({ phase: 'ready', offered: version, refusal: null })
  }

  /** Only ever rises: a signed manifest from long ago lowers nothing. */
  #noteMinimum(said: string | null): void {
    const { preferences, current, state } = this.#deps
    const { minimumVersion: kept } = preferences.kept
    const minimum = said === null ? kept : newerOf(said, kept ?? said)
    if (minimum === null) return
    if (minimum !== kept) preferences.set({ minimumVersion: minimum })
    state.change({ update: { ...state.current.update, isOverdue: compareVersions(current, minimum) < 0 } })
  }

  /** @returns where it lies; null where more came than was signed for */
  async #download(files: readonly ReleaseFile[]): Promise<string | null> {
    const { updater } = this.#deps
    const most = Math.max(...files.map(({ size }) => size))
    const token = new CancellationToken()
    let isTooLarge = false
    const watch = ({ transferred }: { readonly transferred: number }) => {
      isTooLarge ||= transferred > most
      if (isTooLarge) token.cancel()
    }
    updater.on('download-progress', watch)
    try {
      const [file = null] = await updater.downloadUpdate(token)
      return file
    } catch (cause) {
      if (isTooLarge) return null
      throw cause
    } finally {
      updater.off('download-progress', watch)
    }
  }

  #refuse(version: string | null, refusal: UpdateRefusal): void {
    this.#deps.logs.log.error({ version, refusal }, 'an update was refused')
    this.#show({ phase: 'refused', offered: version, refusal })
  }

  #show(update: Omit<DesktopState['update'], 'hindrance' | 'isOverdue'>): void {
    const { state } = this.#deps
    const { isOverdue } = state.current.update
    state.change({ update: { ...update, isOverdue, hindrance: null } })
  }
}

async function isOneOf(file: string, signed: readonly ReleaseFile[]): Promise<boolean> {
  for (const each of signed) if (await isWhole(file, each)) return true
  return false
}
