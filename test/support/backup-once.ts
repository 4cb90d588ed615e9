import Database from 'better-sqlite3'
import { backUp } from '../../electron/gateway/store/recovery/backup.ts'

/**
 * Makes one backup in a process that may be killed, or whose calls may fail. Arguments: the database, the backup, its
 * temporary name.
 */
const [, , from = '', file = '', part = ''] = process.argv
await backUp(new Database(from), file, undefined, part)
