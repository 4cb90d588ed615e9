import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { backupPlanSchema, backupTrialSchema, driveSchema } from '../../../../shared/api/operator/upkeep.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import type { Finding } from '../../../../shared/document/finding.ts'
import { type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import { tempNameFor } from '../../platform/durable-file.ts'
import { isNetworkShare, readLinuxMounts } from '../../platform/mounts.ts'
import type { Clock } from '../../ports.ts'
import type { Settings } from '../../settings/settings.ts'
import type { ContinuousCopy, CopyChoice } from '../../store/port/copy.ts'
import type { Journal } from '../../store/port/journal.ts'
import type { Settings as KeptSettings, Upkeep } from '../../store/port/port.ts'

export interface PlanDeps extends BackupDeps {
  readonly settings: Pick<Settings, 'dataDir' | 'copyDir'>
  readonly keptSettings: KeptSettings
  readonly clock: Pick<Clock, 'now'>
  readonly journal: Pick<Journal, 'receivedAfter'>
}

export const choiceSetting = 'copy_choice'
const trialSetting = 'copy_trial'

/** At three in the morning, or when the computer is next on. */
const atFirst: CopyChoice = { base: null, dailyAt: '03:00' }

/** What the owner chose, unless an administrator named the folder. */
export async function copyChoiceIn(kept: Pick<KeptSettings, 'get'>, { copyDir }: Pick<Settings, 'copyDir'>) {
  const text = await kept.get(choiceSetting)
  const chosen = text === null ? atFirst : (JSON.parse(text) as CopyChoice)
  return { ...chosen, base: copyDir ?? chosen.base }
}

type Trial = z.input<typeof backupTrialSchema>

/** Where the copy and its daily backups go, and the trial of them. */
export const backupPlanRoutes = (deps: PlanDeps) =>
  ({
    backupPlan: async () => ok(await planNow(deps)),
    planBackup: async ({ body: { folder, daily_at: dailyAt, must_exist: mustExist }, caller }) => {
      const { settings, keptSettings, clock } = deps
      const copy = requireCopy(deps.copy, '/folder')
      const { base: before } = await copyChoiceIn(keptSettings, settings)
      const base = settings.copyDir ?? folder
      if (folder !== null && base !== folder) throw new Fault('installation_denied', { says: 'installation_told' })
      if (base !== null && base !== before) makeWritable(base, copy.folderFor({ base, dailyAt }), mustExist)
      await keptSettings.set(choiceSetting, JSON.stringify({ base, dailyAt }), caller.by, clock.now())
      copy.choose({ base, dailyAt }, clock.now())
      return ok(await planNow(deps))
    },
    tryBackup: async ({ caller }) => {
      const { keptSettings, clock } = deps
      const copy = requireCopy(deps.copy, '')
      const { folder } = copy.status()
      const { until, ...tried } = await copy.tryOut()
      const at = clock.now()
      const trial: Trial = { at: toIsoTime(at), ...tried, until: toIsoTimeOrNull(until) }
      await keptSettings.set(trialSetting, JSON.stringify({ folder, trial }), caller.by, at)
      return ok(trial)
    },
  }) satisfies Partial<OperatorHandlers>

/** A drive that is not there must not become a folder of this disk. @throws Fault */
function makeWritable(base: string, folder: string, mustExist?: boolean | null): void {
  if (!isAbsolute(base) || !existsSync(dirname(base))) throw makeFault('file_not_written', '/folder')
  if (mustExist && !existsSync(base)) throw makeFault('folder_missing', '/folder')
  const probe = tempNameFor(join(folder, 'probe'))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe)
  } catch (cause) {
    throw makeFault(faultCodeOf(cause), '/folder', cause)
  }
}

async function planNow({ copy, settings, keptSettings, journal }: PlanDeps): Promise<z.input<typeof backupPlanSchema>> {
  const choice = await copyChoiceIn(keptSettings, settings)
  const own = copy && copy.folderFor(choice)
  const isReached = copy !== null && copy.status().problem === null
  const folder = own && dirname(own)
  // It counts only while the copies go into the same folder.
  const kept = JSON.parse((await keptSettings.get(trialSetting)) ?? '{}') as { folder?: string; trial?: Trial }
  return {
    folder,
    is_reached: isReached,
    is_own_disk: folder !== null && ((await diskSpaceOf(folder, settings.dataDir))?.isOwn ?? false),
    daily_at: choice.dailyAt,
    tried: (kept.folder === own && kept.trial) || null,
    drives: copy ? await drivesBeside(settings.dataDir) : [],
    // A folder that is gone may hold up its reader.
    backups: await Promise.all(
      (isReached ? await copy.backups() : []).map(async ({ file, at }) => {
        return { file, at: toIsoTime(at), newer: await journal.receivedAfter(at) }
      }),
    ),
  }
}

interface BackupDeps {
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
function requireCopy(copy: ContinuousCopy | null, pointer = '/file'): ContinuousCopy {
  if (copy === null) throw makeFault('backup_by_server', pointer)
  return copy
}

function makeFault(code: Finding['code'], pointer = '/file', cause?: unknown): Fault {
  const fault = validationFailed([{ pointer, code }])
  return new Fault(fault.code, { ...fault.details, cause })
}

function faultCodeOf(cause: unknown): Finding['code'] {
  const code = String((cause as { readonly code?: unknown }).code)
  if (code === 'BY_SERVER') return 'backup_by_server'
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code) ? 'file_no_room' : 'file_not_written'
}

/** @param folder need not exist yet @returns its free bytes, and whether it is the disk of the database; null if it does not answer */
async function diskSpaceOf(folder: string, dataDir: string) {
  try {
    const there = existing(folder)
    const { bavail, bsize } = await statfs(there)
    return { free_bytes: bavail * bsize, isOwn: (await stat(there)).dev === (await stat(dataDir)).dev }
  } catch {
    return null
  }
}

const existing = (path: string): string => (existsSync(path) || dirname(path) === path ? path : existing(dirname(path)))

/** A disc that was burnt, or a system's own mount, has less. */
const leastRoom = 64 * 1024 * 1024

/** Sticks and disks on which a person may keep copies. */
export async function drivesBeside(dataDir: string, points = mountPoints()): Promise<z.input<typeof driveSchema>[]> {
  const found = await Promise.all(
    points.map(async (point) => {
      const disk = await diskSpaceOf(point, dataDir)
      if (!disk || disk.free_bytes < leastRoom || disk.isOwn) return []
      return [{ name: basename(point) || point.slice(0, 2), folder: join(point, 'Resit'), free_bytes: disk.free_bytes }]
    }),
  )
  return found.flat()
}

const letters = [...'CDEFGHIJKLMNOPQRSTUVWXYZ']

/** Network shares are left out: one that does not answer would hold a thread. */
function mountPoints(): readonly string[] {
  if (process.platform === 'win32') return letters.map((letter) => `${letter}:\\`).filter((root) => existsSync(root))
  if (process.platform === 'darwin') return readdirSync('/Volumes').map((name) => join('/Volumes', name))
  const mounts = readLinuxMounts().filter(({ fileSystem }) => !isNetworkShare(fileSystem))
  return mounts.map(({ point }) => point).filter((point) => /^\/(media|run\/media|mnt)\b/.test(point))
}
