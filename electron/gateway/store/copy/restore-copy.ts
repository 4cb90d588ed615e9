import { rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { prepareRunInTransaction } from '../engines/sqlite.ts'
import { emptyLogEnd, type LogEnd, selectLogEnd } from '../log/chain.ts'
import { openDatabase } from '../open.ts'
import { copyAndCheckBackup, type RestoreResult, replaceDatabase } from '../recovery/storage-restore.ts'
import { StoreRefusal } from '../refusal.ts'
import { listBackups } from './backups.ts'
import { CopyLog, hasCopyLog } from './copy-log.ts'
import { prepareReplay } from './replay.ts'

/**
 * Builds a database from the newest sound backup and the lines copied since. Everything unsent is looked up at the
 * authority before it is sent. People, webhooks and shifts are as in the backup.
 * @throws StoreRefusal if a gateway runs on the database, or the folder has nothing to restore
 */
export function restoreFromCopy(folder: string, file: string, now: EpochMs): RestoreResult {
  return replaceDatabase(file, now, (fresh) => {
    const backup = newestSound(folder, fresh)
    const log = hasCopyLog(folder) ? new CopyLog(folder) : null
    try {
      if (backup === null && log === null) throw new StoreRefusal('not_ours', `${folder} has no copy that can be used`)
      return {
        backup,
        ...(log ? copiedInto(openDatabase(fresh), log, backup !== null) : { lines: 0, brokenAt: null }),
      }
    } finally {
      log?.close()
    }
  })
}

/** @returns null if there is none; then no file was made */
function newestSound(folder: string, fresh: string): string | null {
  for (const backup of listBackups(folder))
    try {
      copyAndCheckBackup(backup, fresh)
      return backup
    } catch (cause) {
      for (const path of [fresh, `${fresh}-wal`, `${fresh}-shm`]) rmSync(path, { force: true })
      if (cause instanceof StoreRefusal && cause.reason === 'newer_version') throw cause
    }
  return null
}

function copiedInto(database: Database, log: CopyLog, hasBackup: boolean): Pick<RestoreResult, 'lines' | 'brokenAt'> {
  try {
    const last = database.prepare<[], LogEnd>(selectLogEnd.text)
    const seqNow = () => (last.get() ?? emptyLogEnd).seq
    const told = { isTrusted: () => true, historyGap: () => null, damaged: () => undefined }
    const replay = prepareReplay({ database, within: prepareRunInTransaction(database, told) })
    const lines = database.transaction(() => replay(log.after(seqNow())))()
    const line = seqNow()
    if (!hasBackup && line === 0)
      throw new StoreRefusal('not_ours', 'the copy has no backup, and does not begin with the first line')
    database.pragma('wal_checkpoint(TRUNCATE)')
    return { lines, brokenAt: line < log.end.seq ? line + 1 : null }
  } finally {
    database.close()
  }
}
