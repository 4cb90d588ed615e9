import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { RestoreTest } from '../port/copy.ts'
import { verifyAtRest } from '../recovery/verify-at-rest.ts'
import { troubleOf } from '../refusal.ts'
import { listBackups } from './backups.ts'
import { restoreFromCopy } from './restore-copy.ts'

/** Restores the copy into a temporary folder, proves it there as `resit verify` does, and removes it. */
export async function testCopyRestore(folder: string, now: EpochMs): Promise<RestoreTest> {
  const nothing = { documents: 0, until: null }
  const place = mkdtempSync(join(tmpdir(), 'resit-trial-'))
  try {
    const [newest] = listBackups(folder)
    if (newest === undefined) return { outcome: 'none', ...nothing }
    const file = join(place, 'resit.db')
    const { backup, brokenAt } = restoreFromCopy(folder, file, now)
    const { findings, records } = await verifyAtRest(file, null)
    const isSound = backup === newest && brokenAt === null && findings.length === 0
    const database = new Database(file, { readonly: true })
    const until = database.prepare<[], number>('SELECT at FROM event ORDER BY seq DESC LIMIT 1').pluck().get() ?? null
    database.close()
    return { outcome: isSound ? 'sound' : 'damaged', documents: records, until }
  } catch (cause) {
    return { outcome: troubleOf(cause) === 'full' ? 'no_room' : 'damaged', ...nothing }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
