import type { SealAbsence } from '../installation/seal.ts'
import type { SealedHead } from '../installation/sealed-head.ts'
import type { LastSentBatches } from '../installation/sent-mark.ts'
import type { SharedSecrets } from '../installation/shared-secrets.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { ContinuousCopy } from '../store/port/copy.ts'
import type { StorageHealth } from '../store/port/journal.ts'
import type { Store } from '../store/port/port.ts'
import type { CommitNews, SenderLease } from '../store/port/processes.ts'

/** The store, and what depends on its engine. */
export interface OpenedStore {
  /** Sender and news exist if there may be other processes. */
  readonly store: Store & {
    readonly storage: StorageHealth
    readonly sender?: SenderLease
    readonly news?: CommitNews
  }
  /** Null if the database is on a server. */
  readonly database: string | null
  /** Null if there is a seal. */
  readonly sealAbsence: SealAbsence | null
  /** Null if the store can be written. Otherwise it resolves once it could be. */
  readonly writable: Promise<void> | null
  /** Null if nothing is stored outside the database. */
  readonly sealed: SealedHead | null
  /** Absent if other processes send too, or if nothing is stored outside. */
  readonly sentMark?: LastSentBatches
  /** Starts the continuous copy; null if the database is not copied. */
  readonly copyOn: (() => ContinuousCopy) | null
  /** Used in place of this process's own secrets; absent if none are shared. */
  readonly secrets?: SharedSecrets
}

/** @throws StoreRefusal if the store must not be used */
export type OpenStore = (settings: Settings, ports: GatewayPorts) => Promise<OpenedStore>
