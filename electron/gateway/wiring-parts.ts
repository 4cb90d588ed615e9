import type { ListState } from '../../shared/document/codes.ts'
import type { Connected } from './authorities.ts'
import type { JournalParts } from './operator/journal.ts'
import type { SendingPauses } from './operator/sending-pauses.ts'
import type { GatewayPorts } from './ports.ts'
import type { Settings } from './settings/settings.ts'
import type { Store } from './store/port.ts'
import type { Storage } from './store/port-journal.ts'
import type { Machine } from './watch/machine.ts'
import type { Refusals } from './watch/refusals.ts'

/** What a gateway is made of before anything is connected. */
export interface WiringParts extends GatewayPorts, Connected {
  readonly settings: Settings
  readonly store: Store & { readonly storage: Storage }
  /** False while nothing may begin, because what comes of it could not be written down. */
  readonly isStorageSound: () => boolean
  /** The reference lists as they were last refreshed. */
  readonly keptCodes: readonly ListState[]
  /** What people paused. */
  readonly pauses: SendingPauses
  /** A secret of this installation. */
  readonly key: string
  readonly controlToken: string
  readonly refusals: Refusals
  /** A new seal of the journal, kept where secrets are. */
  readonly newSeal: JournalParts['newSeal']
  readonly machine: Machine
}
