import { EventEmitter, once } from 'node:events'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { GatewayState } from '../../gateway-host/messages.ts'
import type { Logs } from '../log.ts'
import type { Preferences } from '../preferences.ts'

/** What every part of this desktop knows of it. */
export interface DesktopContext {
  readonly state: DesktopStateStore
  readonly preferences: Preferences
  readonly logs: Logs
  /** Of the command line, for the gateway. */
  readonly args: readonly string[]
  /** Where the gateway works now. */
  readonly dataDir: () => string
}

type First = Omit<DesktopState, 'version' | keyof typeof atFirst>

const atFirst = {
  gateway: { phase: 'starting', restarts: 0, isWatched: true, sentence: null },
  setupCode: null,
  keyStore: 'locked',
  update: { phase: 'none', offered: null, hindrance: null },
} as const

/** What the screens, the tray and the menu are told of the desktop, in one place. */
export class DesktopStateStore extends EventEmitter<{
  changed: []
  gateway_changed: [before: GatewayState | null, now: GatewayState]
}> {
  #current: DesktopState
  #gatewayState: GatewayState | null = null

  constructor(first: First) {
    super()
    this.setMaxListeners(0)
    this.#current = { ...atFirst, ...first, version: 1 }
  }

  get current(): DesktopState {
    return this.#current
  }

  /** Of the gateway, as it said last; null if it says nothing. */
  get gatewayState(): GatewayState | null {
    return this.#gatewayState
  }

  change(change: Partial<Omit<DesktopState, 'version'>>): void {
    const next = { ...this.#current, ...change }
    if (JSON.stringify(next) === JSON.stringify(this.#current)) return
    this.#current = { ...next, version: next.version + 1 }
    this.emit('changed')
  }

  setGatewayState(now: GatewayState): void {
    const before = this.#gatewayState
    this.#gatewayState = now
    this.emit('gateway_changed', before, now)
  }

  /** The state when it is newer than that version, or after the wait as it is then. */
  async newerThan(version: number, waitMs: number): Promise<DesktopState> {
    if (this.#current.version <= version)
      await once(this, 'changed', { signal: AbortSignal.timeout(waitMs) }).catch(() => undefined)
    return this.#current
  }
}
