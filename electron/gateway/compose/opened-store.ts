import type { SharedSecrets } from '../installation/shared-secrets.ts'
import type { OwnWitness } from '../installation/witness.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { Storage } from '../store/port/journal.ts'
import type { Store } from '../store/port/port.ts'
import type { Claims, Duties, News, SharedRateLimiter } from '../store/port/processes.ts'

/** What a gateway keeps everything in, and what depends on the engine behind it. */
export interface OpenedStore {
  /** With what other processes have claimed, and which of them does what and how often, where there may be others. */
  readonly store: Store & {
    readonly storage: Storage
    readonly claims?: Claims
    readonly duties?: Duties
    readonly rateLimiter?: SharedRateLimiter
    readonly news?: News
  }
  /** The file of the database's log; null where a server looks after it. */
  readonly wal: string | null
  /** Whether whoever had it before ended without closing it, and may have lost what was answered. */
  readonly wasKilled: boolean
  /** Remembers elsewhere how far the journal had come; null where nothing does. */
  readonly witness: OwnWitness | null
  /** In the place of those of this process alone; absent where it shares none. */
  readonly secrets?: SharedSecrets
}

/**
 * Opens what a gateway keeps everything in.
 * @throws StoreRefusal where it must not be used
 */
export type OpenStore = (settings: Settings, ports: GatewayPorts) => Promise<OpenedStore>
