import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installationsRoutes } from '../../electron/gateway/features/installations/routes.ts'
import { backupHandler, backupPlanRoutes } from '../../electron/gateway/features/upkeep/plan.ts'
import { type Produce, thrownBy } from './people-causes.ts'

const copiedTo = (file: string, code = ''): Produce => {
  const upkeep = { backup: () => Promise.reject(Object.assign(new Error(), { code })) }
  const backup = backupHandler({ upkeep, copy: null })
  return thrownBy(() => backup({ body: { file } } as never))
}

const broughtBackFrom = (file: string): Produce =>
  thrownBy(() =>
    installationsRoutes({ installations: { restore: () => undefined }, copy: null } as never).restore({
      body: { file },
    } as never),
  )

const plannedAt = (folder: string): Produce =>
  thrownBy(() =>
    backupPlanRoutes({
      settings: { copyDir: null },
      keptSettings: { get: async () => null },
      copy: { folderFor: () => folder },
    } as never).planBackup({ body: { folder, daily_at: '03:00', must_exist: true } } as never),
  )

/** Causes for which no backup is made or restored. */
export const copyCauses = {
  file_exists: copiedTo(import.meta.filename),
  file_no_room: copiedTo('/nowhere/copy.db', 'ENOSPC'),
  file_not_written: copiedTo('not-absolute'),
  folder_missing: plannedAt(join(tmpdir(), 'no-such-folder')),
  backup_by_server: copiedTo('/nowhere/copy.db', 'BY_SERVER'),
  file_missing: broughtBackFrom('/nowhere/copy.db'),
}
