import type { EpochMs } from '../../../../shared/domain/record.ts'

export interface CopyTimes {
  /** Null before the first copy into this folder since the start. */
  readonly copiedAt: EpochMs | null
  /** Null if this folder has no backup. */
  readonly backedUpAt: EpochMs | null
  /** When an owner chose this folder; null if that was before the start. */
  readonly chosenAt: EpochMs | null
}

export interface CopyStatus extends CopyTimes {
  readonly folder: string
  readonly problem: string | null
  /** A damaged copy that no person has looked at; null for none. */
  readonly damaged: string | null
}

/** What an owner chose for this data directory. */
export interface CopyChoice {
  /** Beneath it each data directory has a folder of its own; null for the state folder. */
  readonly base: string | null
  /** When the daily backup is due, by the clock of this computer: `03:00`. */
  readonly dailyAt: string
}

/** The result of restoring the copy into a temporary folder. */
export interface RestoreTest {
  /** `none`: there is no backup yet. `no_room`: on the disk of the temporary folder. */
  readonly outcome: 'sound' | 'damaged' | 'none' | 'no_room'
  readonly documents: number
  /** The last event of the copy; null if it has none. */
  readonly until: EpochMs | null
}

export interface BackupFile {
  readonly file: string
  readonly at: EpochMs
  readonly bytes: number
}

export interface ContinuousCopy {
  status(): CopyStatus
  folderFor(choice: CopyChoice): string
  /** Goes on in another folder, or with another time of the daily backup. */
  choose(choice: CopyChoice, at: EpochMs): void
  /** @returns the file @throws BackupFailure if no backup could be made */
  backUp(): Promise<string>
  /** The full backups in the folder of the copy, the newest first; none if the folder cannot be read. */
  backups(): Promise<readonly BackupFile[]>
  tryOut(): Promise<RestoreTest>
  /** Resolves once the copy was compared with the database, or after a while. */
  readonly compared: Promise<void>
  /** A person chose the database: other history in the copy is set aside. */
  renew(): void
  stop(): Promise<void>
}
