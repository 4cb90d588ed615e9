import { existsSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import { type Finding } from '../../../../shared/document/finding.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { ContinuousCopy } from '../../store/port/copy.ts'
import { type Upkeep } from '../../store/port/port.ts'

export interface BackupDeps {
  readonly upkeep: Pick<Upkeep, 'backup'>
  /** Null if the database is not copied. */
  readonly copy: ContinuousCopy | null
}

export function backupHandler({ upkeep, copy }: BackupDeps): OperatorHandler<'backup'> {
  const files = new Set<string>()
  return async ({ body: { file } }) => {
    if (file === null) {
      const failed = (cause: unknown) => Promise.reject(makeFault(faultCodeOf(cause), '/file', cause))
      const made = await requireCopy(copy).backUp().catch(failed)
      return ok({ file: made, bytes: statSync(made).size })
    }
    if (!isAbsolute(file)) throw makeFault('file_not_written')
    if (existsSync(file) || files.has(file)) throw makeFault('file_exists')
    files.add(file)
    try {
      await upkeep.backup(file)
      return ok({ file, bytes: statSync(file).size })
    } catch (cause) {
      throw makeFault(faultCodeOf(cause), '/file', cause)
    } finally {
      files.delete(file)
    }
  }
}

/** @throws Fault if the database's server makes the backups */
export function requireCopy(copy: ContinuousCopy | null, pointer = '/file'): ContinuousCopy {
  if (copy === null) throw makeFault('backup_by_server', pointer)
  return copy
}

export function makeFault(code: Finding['code'], pointer = '/file', cause?: unknown): Fault {
  const fault = validationFailed([{ pointer, code }])
  return new Fault(fault.code, { ...fault.details, cause })
}

export function faultCodeOf(cause: unknown): Finding['code'] {
  const code = String((cause as { readonly code?: unknown }).code)
  if (code === 'BY_SERVER') return 'backup_by_server'
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code) ? 'file_no_room' : 'file_not_written'
}
