import type { SealAbsence } from '../installation/seal.ts'
import type { SealedHead } from '../installation/sealed-head.ts'
import type { SentMark } from '../installation/sent-mark.ts'
import type { SharedSecrets } from '../installation/shared-secrets.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { ContinuousCopy } from '../store/port/copy.ts'
import type { Storage } from '../store/port/journal.ts'
import type { Store } from '../store/port/port.ts'
import type { News, Sender } from '../store/port/processes.ts'

/** What a gateway keeps everything in, and what depends on the engine behind it. */
export interface OpenedStore {
  /** With what tells of other processes, if there may be any. */
  readonly store: Store & {
    readonly storage: Storage
    readonly sender?: Sender
    readonly news?: News
  }
  /** The file of the database; null if a server looks after it. */
  readonly database: string | null
  /** Why nothing can be proven with a seal; null if it can. */
  readonly sealAbsence: SealAbsence | null
  /** Resolves if it was opened to be read alone, and can be written now; absent if that never happens. */
  readonly writable?: Promise<void>
  /** How far the journal had come, outside of the database; null if nothing is kept there. */
  readonly sealed: SealedHead | null
  /** What left last; absent if other processes send, too, or nothing is kept outside. */
  readonly sentMark?: SentMark
  /** Begins to copy the database while the gateway works; null if it is not copied. */
  readonly copyOn: (() => ContinuousCopy) | null
  /** In the place of those of this process alone; absent where it shares none. */
  readonly secrets?: SharedSecrets
}

/**
 * Opens what a gateway keeps everything in.
 * @throws StoreRefusal where it must not be used
 */
export type OpenStore = (settings: Settings, ports: GatewayPorts) => Promise<OpenedStore>
