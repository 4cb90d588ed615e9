import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import { type Finding } from '../../../../shared/document/finding.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { type Log } from '../../ports.ts'
import { type Settings } from '../../settings/settings.ts'
import { type Upkeep } from '../../store/port/port.ts'

export interface BackupDeps {
  readonly upkeep: Pick<Upkeep, 'backup'>
  readonly log: Log
  readonly settings: Pick<Settings, 'dataDir'>
}

export function backupHandler({ upkeep, log, settings }: BackupDeps): OperatorHandler<'backup'> {
  const oldCopies = { folder: join(settings.dataDir, 'backups'), log }
  const files = new Set<string>()
  return async ({ body: { file } }) => {
    if (!isAbsolute(file)) throw refused('file_not_written')
    if (existsSync(file) || files.has(file)) throw refused('file_exists')
    files.add(file)
    try {
      await upkeep.backup(file)
      removeOldCopies(file, oldCopies)
      return ok({ file, bytes: statSync(file).size })
    } catch (cause) {
      throw refused(codeOf(cause), cause)
    } finally {
      files.delete(file)
    }
  }
}

function refused(code: Finding['code'], cause?: unknown): Fault {
  const fault = validationFailed([{ pointer: '/file', code }])
  return new Fault(fault.code, { ...fault.details, cause })
}

function codeOf(cause: unknown): Finding['code'] {
  const code = String((cause as { readonly code?: unknown }).code)
  if (code === 'BY_SERVER') return 'backup_by_server'
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code) ? 'file_no_room' : 'file_not_written'
}

interface OldCopies {
  /** `backups` in the data directory; nothing is removed from any other folder. */
  readonly folder: string
  readonly log: Log
}

/** The number of copies that stay, with the new one. */
const copiesKept = 3

/** The desktop's names for copies before an update, with the time last; other names are a person's. */
const namedByResit = /^before-.+-(\d+)\.db$/

/**
 * Removes the oldest copies that were made before updates, so that they do not fill the disk.
 * @param made the file of the new copy, which stays: it is known to be whole
 */
function removeOldCopies(made: string, { folder, log }: OldCopies): void {
  if (dirname(resolve(made)) !== resolve(folder)) return
  try {
    const others = readdirSync(folder)
      .filter((name) => namedByResit.test(name) && join(resolve(folder), name) !== resolve(made))
      .toSorted((one, other) => madeAt(other) - madeAt(one))
    for (const name of others.slice(copiesKept - 1)) {
      rmSync(join(folder, name))
      log.info({ file: name }, 'an old copy of the database was removed')
    }
  } catch (err) {
    // The new copy is there all the same.
    log.warn({ err }, 'old copies of the database could not be removed')
  }
}

const madeAt = (name: string): number => Number(namedByResit.exec(name)?.[1])
