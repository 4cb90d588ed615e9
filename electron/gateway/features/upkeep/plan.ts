import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { backupPlanSchema, backupTrialSchema } from '../../../../shared/api/operator/upkeep.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import { tempNameFor } from '../../platform/durable-file.ts'
import type { Clock } from '../../ports.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CopyChoice } from '../../store/port/copy.ts'
import type { Settings as KeptSettings } from '../../store/port/port.ts'
import { type BackupDeps, faultCodeOf, makeFault, requireCopy } from './backup.ts'
import { diskSpaceOf, drivesBeside } from './drives.ts'

export interface PlanDeps extends BackupDeps {
  readonly settings: Pick<Settings, 'dataDir' | 'copyDir'>
  readonly keptSettings: KeptSettings
  readonly clock: Pick<Clock, 'now'>
}

export const choiceSetting = 'copy_choice'
const trialSetting = 'copy_trial'

/** At three in the morning, or when the computer is next on. */
const atFirst: CopyChoice = { base: null, dailyAt: '03:00' }

/** What the owner chose, unless an administrator named the folder. */
export async function copyChoiceIn(
  kept: Pick<KeptSettings, 'get'>,
  { copyDir }: Pick<Settings, 'copyDir'>,
): Promise<CopyChoice> {
  const text = await kept.get(choiceSetting)
  const chosen = text === null ? atFirst : (JSON.parse(text) as CopyChoice)
  return { ...chosen, base: copyDir ?? chosen.base }
}

type Trial = z.input<typeof backupTrialSchema>

/** Where the copy and its daily backups go, and the trial of them. */
export const backupPlanRoutes = (deps: PlanDeps) =>
  ({
    backupPlan: async () => ok(await planNow(deps)),
    planBackup: async ({ body: { folder, daily_at: dailyAt }, caller }) => {
      const { settings, keptSettings, clock } = deps
      const copy = requireCopy(deps.copy, '/folder')
      const { base: before } = await copyChoiceIn(keptSettings, settings)
      const base = settings.copyDir ?? folder
      if (folder !== null && base !== folder) throw new Fault('installation_denied', { says: 'installation_told' })
      if (base !== null && base !== before) makeWritable(base, copy.folderFor({ base, dailyAt }))
      await keptSettings.set(choiceSetting, JSON.stringify({ base, dailyAt }), caller.by, clock.now())
      copy.choose({ base, dailyAt })
      return ok(await planNow(deps))
    },
    tryBackup: async ({ caller }) => {
      const { keptSettings, clock } = deps
      const { until, ...tried } = await requireCopy(deps.copy, '').tryOut()
      const at = clock.now()
      const trial: Trial = { at: toIsoTime(at), ...tried, until: toIsoTimeOrNull(until) }
      await keptSettings.set(trialSetting, JSON.stringify(trial), caller.by, at)
      return ok(trial)
    },
  }) satisfies Partial<OperatorHandlers>

/** A drive that is not there must not become a folder of this disk. @throws Fault */
function makeWritable(base: string, folder: string): void {
  if (!isAbsolute(base) || !existsSync(dirname(base))) throw makeFault('file_not_written', '/folder')
  const probe = tempNameFor(join(folder, 'probe'))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe)
  } catch (cause) {
    throw makeFault(faultCodeOf(cause), '/folder', cause)
  }
}

async function planNow({ copy, settings, keptSettings }: PlanDeps): Promise<z.input<typeof backupPlanSchema>> {
  const choice = await copyChoiceIn(keptSettings, settings)
  const folder = copy && dirname(copy.folderFor(choice))
  return {
    folder,
    is_reached: copy?.status().problem === null,
    is_own_disk: folder !== null && ((await diskSpaceOf(folder, settings.dataDir))?.isOwn ?? false),
    daily_at: choice.dailyAt,
    tried: JSON.parse((await keptSettings.get(trialSetting)) ?? 'null') as Trial | null,
    drives: copy ? await drivesBeside(settings.dataDir) : [],
  }
}
