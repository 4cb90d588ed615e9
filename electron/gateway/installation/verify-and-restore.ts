import type { GatewayPorts } from '../ports.ts'
import { hasCopyLog } from '../store/copy/copy-log.ts'
import { restoreFromCopy } from '../store/copy/restore-copy.ts'
import type { VerifyReport } from '../store/port/journal.ts'
import { type RestoreResult, restoreFromBackup } from '../store/recovery/storage-restore.ts'
import { verifyAtRest } from '../store/recovery/verify-at-rest.ts'
import { StoreRefusal } from '../store/refusal.ts'
import type { DataPaths } from './data-dir.ts'
import { readSealKey } from './seal.ts'
import { findCopyOfDataDir, SealedHead } from './sealed-head.ts'

type RestPorts = Pick<GatewayPorts, 'clock' | 'secrets' | 'stateFolder'>

/** Changes nothing. @throws StoreRefusal if a gateway runs on it, or there is nothing to prove */
export async function verifyDataDir(dataDir: DataPaths, ports: RestPorts): Promise<VerifyReport> {
  const { stateFolder: folder } = ports
  const seal = await readSealKey(ports)
  const read = seal && folder !== undefined ? new SealedHead({ folder, dataDir }, seal).read() : null
  return verifyAtRest(dataDir.database, read?.kind === 'sealed' ? read.head : null)
}

/**
 * @param from a backup, or the folder of a copy; null for the copy of this data directory
 * @throws StoreRefusal if a gateway runs on it, or nothing can be put back
 */
export async function restoreDataDir(
  dataDir: DataPaths,
  ports: RestPorts,
  from: string | null,
): Promise<RestoreResult> {
  const now = ports.clock.now()
  const { database } = dataDir
  if (from !== null && !hasCopyLog(from)) return restoreFromBackup(from, database, now)
  return restoreFromCopy(from ?? (await copyOf(dataDir, ports)), database, now)
}

async function copyOf(dataDir: DataPaths, ports: RestPorts): Promise<string> {
  const { stateFolder: folder } = ports
  const known = folder === undefined ? null : findCopyOfDataDir(folder, dataDir, await readSealKey(ports))
  if (known?.copy) return known.copy
  throw new StoreRefusal('not_ours', `of ${dataDir.path} no copy is known; name its folder, or a backup`)
}
