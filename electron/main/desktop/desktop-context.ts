import { EventEmitter, once } from 'node:events'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { GatewayHealth } from '../../gateway-host/messages.ts'
import type { autoStartOf } from '../auto-start.ts'
import type { installOrderlyQuit } from '../ending.ts'
import type { GatewayRunner } from '../gateway/gateway.ts'
import type { AskGateway } from '../page/gateway-proxy.ts'
import type { PreferencesStore } from '../preferences.ts'

/** Shared by all parts of the desktop. */
export interface DesktopContext {
  readonly state: DesktopStateStore
  readonly preferences: PreferencesStore
  readonly args: readonly string[]
  readonly dataDir: () => string
  readonly gateway: GatewayRunner
  readonly askGateway: AskGateway
  readonly ending: ReturnType<typeof installOrderlyQuit>
  readonly autoStart: ReturnType<typeof autoStartOf>
  readonly isHidden: boolean
}

const waitMs = 25_000

const atFirst = {
  version: 1,
  gateway: { phase: 'starting', restarts: 0, port: null, isWatched: true, sentence: null },
  setupCode: null,
  keyStore: 'locked',
  update: { phase: 'none', offered: null, blockReason: null },
} as const

/** The state of the desktop, for screens, tray and menu. */
export class DesktopStateStore extends EventEmitter<{
  changed: []
  /** A person changed a preference. */
  preferred: []
  standing: [before: GatewayHealth | null, now: GatewayHealth]
}> {
  current: DesktopState
  /** The last state that the gateway told; null before the first. */
  standing: GatewayHealth | null = null

  constructor(first: Omit<DesktopState, keyof typeof atFirst>) {
    super()
    this.setMaxListeners(0)
    this.current = { ...atFirst, ...first }
  }

  change(change: Partial<Omit<DesktopState, 'version'>>): void {
    const next = { ...this.current, ...change }
    if (JSON.stringify(next) === JSON.stringify(this.current)) return
    this.current = { ...next, version: next.version + 1 }
    this.emit('changed')
  }

  setStanding(now: GatewayHealth): void {
    const before = this.standing
    this.standing = now
    this.emit('standing', before, now)
  }

  /** Waits for a state that is newer than that version. @returns it, or the state at the end of the wait */
  async newerThan(version: number): Promise<DesktopState> {
    if (this.current.version <= version)
      await once(this, 'changed', { signal: AbortSignal.timeout(waitMs) }).catch(() => undefined)
    return this.current
  }
}
