import { copyFileSync, mkdirSync, readSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { restoreFromCopy } from '../../electron/gateway/store/copy/restore-copy.ts'
import { restoreFromBackup } from '../../electron/gateway/store/recovery/storage-restore.ts'
import { verifyAtRest } from '../../electron/gateway/store/recovery/verify-at-rest.ts'

/**
 * Runs a command on a gateway's files. After every database that it closes, it reports and waits for a byte: at these
 * moments only the lock keeps a gateway out.
 */
const [, , work = '', file = '', backup = ''] = process.argv
const close = Reflect.get(Database.prototype, 'close') as () => void
Database.prototype.close = function closeAndPause() {
  close.call(this)
  if (!this.name.endsWith('-lock')) {
    writeSync(1, 'closed\n')
    readSync(0, Buffer.alloc(1))
  }
  return this
}

if (work === 'verify') await verifyAtRest(file, null)
else if (work === 'restore') restoreFromBackup(backup, file, 0)
else {
  const folder = join(dirname(file), 'copy')
  mkdirSync(folder)
  copyFileSync(backup, join(folder, 'backup-1.db'))
  restoreFromCopy(folder, file, 0)
}
writeSync(1, 'done\n')
