import type { StorageStatus } from '../port/journal.ts'
import type { Store } from '../port/port.ts'
import type { ReadsApart } from '../thread/reads-apart.ts'
import type { Reserve } from './reserve.ts'
import type { LogLength } from './storage-log.ts'

export interface CareDeps {
  /** For work, with everything asserted. @throws where it must not be used */
  readonly open: () => Store
  /** After an I/O error. @throws where the file does not prove to hold what it seems to hold */
  readonly prove: () => void
  /** As it stands, for a disk that takes no writes. @throws where not even that can be done */
  readonly openToRead: () => Store
  readonly isReadOnly: () => boolean
  readonly log: Pick<LogLength, 'hasRoom'>
  /** Reads beside the store's own connection. */
  readonly apart?: Pick<ReadsApart, 'ask' | 'stop'>
  readonly reserve: Pick<Reserve, 'isKept' | 'fits' | 'keep' | 'hasRoomBeside' | 'giveUp'>
  /** Runs something later; waiting for it keeps no process alive. */
  readonly later: (ms: number, task: () => void) => void
  readonly tell: (status: StorageStatus) => void
}
