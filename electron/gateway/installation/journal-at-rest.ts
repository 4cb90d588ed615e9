import type { GatewayPorts } from '../ports.ts'
import { verifyAtRest } from '../store/journal/at-rest.ts'
import { type Rebuilt, rebuildDatabase } from '../store/journal/rebuild.ts'
import { sealFor } from '../store/journal/seal.ts'
import type { Verification } from '../store/port/journal.ts'
import { type Restored, restoreDatabase } from '../store/recovery/storage-restore.ts'
import type { DataDir } from './data-dir.ts'

/** Where the files of an installation are that no gateway runs on. */
export interface AtRest {
  readonly dataDir: DataDir
  /** Null for beside the database. */
  readonly journalDir: string | null
}

type RestPorts = Pick<GatewayPorts, 'clock' | 'randomness' | 'secrets' | 'machineId'>

/**
 * Proves everything that is kept, without changing any of it.
 * @throws StoreRefusal where a gateway runs on it, or there is nothing to prove
 */
export async function verifyKept({ dataDir, journalDir }: AtRest, ports: RestPorts): Promise<Verification> {
  const directory = journalDir ?? dataDir.journal
  return verifyAtRest(dataDir.database, {
    directory,
    seal: await sealFor(directory, ports).catch(() => 'locked' as const),
    now: ports.clock.now(),
  })
}

/**
 * Makes the database anew from its journal alone.
 * @throws StoreRefusal where a gateway runs on it, or there is no journal
 */
export async function rebuildFromJournal({ dataDir, journalDir }: AtRest, ports: RestPorts): Promise<Rebuilt> {
  const directory = journalDir ?? dataDir.journal
  const seal = await sealFor(directory, ports).catch(() => 'locked' as const)
  return rebuildDatabase(dataDir.database, { directory, seal, now: ports.clock.now() }, 'control')
}

/**
 * Puts a backup in the place of the database.
 * @throws StoreRefusal where a gateway runs on it, or the file is no backup that can be used
 */
export function restoreBackup({ dataDir }: AtRest, { clock }: Pick<GatewayPorts, 'clock'>, backup: string): Restored {
  return restoreDatabase(backup, dataDir.database, clock.now())
}
