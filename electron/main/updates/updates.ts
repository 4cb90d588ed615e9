import { join } from 'node:path'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import { CancellationToken } from 'electron-updater'
import type { DesktopState, UpdateRefusal } from '../../../shared/desktop/bridge.ts'
import type { Standing as GatewayStanding } from '../../gateway-host/messages.ts'
import type { Standing } from '../desktop-state.ts'
import type { Log } from '../log.ts'
import type { Preferences } from '../preferences.ts'
import { judgeManifest, judgeOffer, type Manifest, type ReleaseFile } from './manifest.ts'
import { hindranceOf } from './moment.ts'
import type { PreviousVersions } from './previous.ts'
import { fetchManifest, isWhole } from './release-source.ts'

export interface UpdateParts {
  readonly updater: AppUpdater
  /** Where releases are. */
  readonly url: string
  /** Of whoever releases; empty where this build takes no updates. */
  readonly key: string
  readonly current: string
  readonly backupDir: string
  readonly state: Standing
  readonly preferences: Preferences
  readonly previous: PreviousVersions
  readonly log: Log
  readonly standing: () => GatewayStanding | null
  /** @returns why there is no copy */
  readonly backUp: (file: string) => Promise<string | null>
  /** Ends the gateway, so that nothing of the old version is running. */
  readonly stopGateway: () => Promise<void>
  readonly now: () => number
}

/** Looks for updates, fetches them in the background, and installs them when the shop can do without the gateway. */
export class Updates {
  readonly #parts: UpdateParts
  #ready: { readonly version: string; readonly file: string } | null = null
  #isBusy = false

  constructor(parts: UpdateParts) {
    this.#parts = parts
    const { updater } = parts
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowDowngrade = false
    updater.allowPrerelease = false
    updater.logger = null
  }

  /** Fetches what there is, if it is signed, newer and whole. */
  async check(): Promise<void> {
    if (this.#isBusy || this.#ready !== null || this.#parts.key === '') return
    this.#isBusy = true
    try {
      await this.#fetch()
    } catch (err) {
      this.#parts.log.warn({ err }, 'no update could be fetched')
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
    const { standing, now, state, preferences, current, log } = this.#parts
    const ready = this.#ready
    if (ready === null) return false
    const hindrance = hindranceOf(standing(), by, now())
    state.change({ update: { ...state.current.update, hindrance } })
    if (hindrance !== null) return false
    const backup = join(this.#parts.backupDir, `before-${ready.version}-${now()}.db`)
    const problem = await this.#parts.backUp(backup)
    if (problem !== null) {
      log.error({ problem }, 'no update without a copy of the database')
      this.#show({ phase: 'failed', offered: ready.version, refusal: null })
      return false
    }
    this.#show({ phase: 'applying', offered: ready.version, refusal: null })
    preferences.set({ pendingUpdate: { from: current, to: ready.version, backup, starts: 0 } })
    await this.#parts.stopGateway()
    this.#parts.updater.quitAndInstall(true, true)
    return true
  }

  async #fetch(): Promise<void> {
    const { updater, url, state } = this.#parts
    state.change({ update: { ...state.current.update, phase: 'checking' } })
    const found = await updater.checkForUpdates()
    if (!found?.isUpdateAvailable) return this.#show({ phase: 'none', offered: null, refusal: null })
    const manifest = this.#judge(await fetchManifest(url), found.updateInfo)
    if (manifest === null) return
    const offer = judgeOffer(manifest, found.updateInfo)
    if ('refusal' in offer) return this.#refuse(found.updateInfo, offer.refusal)
    this.#show({ phase: 'downloading', offered: manifest.version, refusal: null })
    const file = await this.#download(offer.value)
    const isSigned = file !== null && (await isOneOf(file, offer.value))
    if (!isSigned) return this.#refuse(found.updateInfo, file === null ? 'too_large' : 'other_size')
    this.#parts.previous.keep(manifest.version, file)
    this.#ready = { version: manifest.version, file }
    this.#show({ phase: 'ready', offered: manifest.version, refusal: null })
  }

  #judge(signed: Parameters<typeof judgeManifest>[0], info: UpdateInfo): Manifest | null {
    const { key, current, preferences, now } = this.#parts
    const floor = preferences.kept.newestVersion ?? current
    const judged = judgeManifest(signed, { key, current, floor, now: now() })
    if ('value' in judged) return judged.value
    this.#refuse(info, judged.refusal)
    return null
  }

  /** @returns where it lies; null where more came than was signed for */
  async #download(files: readonly ReleaseFile[]): Promise<string | null> {
    const { updater } = this.#parts
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

  #refuse({ version }: UpdateInfo, refusal: UpdateRefusal): void {
    this.#parts.log.error({ version, refusal }, 'an update was refused')
    this.#show({ phase: 'refused', offered: version, refusal })
  }

  #show(update: Omit<DesktopState['update'], 'hindrance'>): void {
    this.#parts.state.change({ update: { ...update, hindrance: null } })
  }
}

async function isOneOf(file: string, signed: readonly ReleaseFile[]): Promise<boolean> {
  for (const each of signed) if (await isWhole(file, each)) return true
  return false
}
