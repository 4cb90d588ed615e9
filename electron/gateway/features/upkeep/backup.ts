import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import { type backupMade } from '../../../../shared/api/operator/upkeep.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type Finding } from '../../../../shared/document/finding.ts'
import { type Language, say } from '../../../../shared/words/words.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { type Clock, type Log } from '../../ports.ts'
import { type Settings } from '../../settings/settings.ts'
import { type Copied, type Upkeep } from '../../store/port/port.ts'

export interface BackupDeps {
  readonly upkeep: Pick<Upkeep, 'backup' | 'backupProgress'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly settings: Pick<Settings, 'dataDir'>
}

interface Making {
  readonly file: string
  readonly startedAt: number
  end: Done | { readonly at: number; readonly code: Finding['code'] } | null
}

interface Done {
  readonly at: number
  readonly bytes: number
}

/**
 * Copies of the database in files that were not there before, made while the gateway works. Of several at once the one
 * that began first is shown, and where none is being made the one that ended last.
 */
export function backupHandlers({ upkeep, clock, log, settings }: BackupDeps) {
  const oldCopies = { folder: join(settings.dataDir, 'backups'), log }
  const running = new Set<Making>()
  let last: Making | null = null
  const shownNow = (): Making | null => running.values().next().value ?? last

  const backup: OperatorHandler<'backup'> = async ({ body: { file } }) => {
    if (!isAbsolute(file)) throw refused('file_not_written')
    if (existsSync(file) || running.values().some((making) => making.file === file)) throw refused('file_exists')
    const making: Making = { file, startedAt: clock.now(), end: null }
    running.add(making)
    try {
      await upkeep.backup(file)
      const bytes = statSync(file).size
      making.end = { at: clock.now(), bytes }
      removeOldCopies(file, oldCopies)
      return ok({ file, bytes })
    } catch (cause) {
      const code = codeOf(cause)
      making.end = { at: clock.now(), code }
      throw refused(code, cause)
    } finally {
      running.delete(making)
      last = making
    }
  }
  const showBackup: OperatorHandler<'showBackup'> = async ({ language }) => {
    const making = shownNow()
    return ok(shown(making, making && !making.end ? await upkeep.backupProgress(making.file) : null, language))
  }
  return { backup, showBackup }
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

type Shown = z.input<typeof backupMade>

function shown(making: Making | null, copied: Copied | null, language: Language): Shown {
  const told = {
    done_bytes: copied?.doneBytes ?? 0,
    total_bytes: copied?.totalBytes ?? 0,
    file: making?.file ?? null,
    started_at: making && toWire(making.startedAt),
    finished_at: making?.end ? toWire(making.end.at) : null,
    message: null,
  }
  if (!making) return { ...told, state: 'none' }
  const { end } = making
  if (!end) return { ...told, state: 'running' }
  if ('code' in end) return { ...told, state: 'failed', message: say(language, 'finding', end.code) }
  return { ...told, state: 'done', done_bytes: end.bytes, total_bytes: end.bytes }
}

/** Which copies of the database are taken away by themselves. */
interface OldCopies {
  /** `backups` in the data directory; of no other folder anything is removed. */
  readonly folder: string
  readonly log: Log
}

/** So many stay, the one that was just made among them. */
const copiesKept = 3

/** As the desktop names what it copies before an update, with the instant last; a person's own names are let be. */
const namedByResit = /^before-.+-(\d+)\.db$/

/**
 * Once a copy is whole: removes the oldest made before updates, so that they do not fill the disk. The one that was just
 * made stays under any name: it is the one that is known to be sound.
 * @param made the file of the new copy
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
    // The copy that was asked for is there all the same.
    log.warn({ err }, 'old copies of the database could not be removed')
  }
}

const madeAt = (name: string): number => Number(namedByResit.exec(name)?.[1])
