import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesIn } from '../../gateway/installation/data-dir.ts'
import { isRetired } from '../../gateway/installation/retired.ts'
import { dataDirOf } from '../../gateway/settings/settings.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import type { RestingPlace } from './at-rest.ts'
import type { Reached } from './calls-over.ts'
import { command, type Given } from './command.ts'
import { readFiles } from './read-files.ts'

interface Unsent {
  readonly unsent: number
  /** Receipts that travel in a consolidated document, at the latest in the first week of the next month. */
  readonly unconsolidated: number
  readonly in_doubt: number
  readonly under_way: number
}

interface Counted {
  readonly count: number
}

const sumOf = (some: readonly Counted[]): number => some.reduce((sum, { count }) => sum + count, 0)

const nothing: Unsent = { unsent: 0, unconsolidated: 0, in_doubt: 0, under_way: 0 }

/** For an uninstaller: null where a gateway has to be asked. */
async function unsentAtRest(place: RestingPlace, { flags }: Given): Promise<Unsent | null> {
  if (flags['everybody'] !== undefined) return ofEverybody(place.env)
  // Looked at, and not opened: where nothing was ever kept, nothing is made.
  const dataDir = filesIn(dataDirOf(place.dataDirFlag, place.env))
  return !existsSync(dataDir.database) || isRetired(dataDir) ? nothing : null
}

async function whatIsUnsent(reached: Reached): Promise<Unsent> {
  const { unsent, unconsolidated, in_doubt, lanes } = await reached.call('queue', {})
  const under_way = sumOf(lanes) - unsent - in_doubt
  return { unsent, unconsolidated, in_doubt, under_way }
}

/**
 * Of every account of this computer, as an administrator may read it; nothing is written there.
 * @throws Error where one of them cannot be read: then it cannot be told
 */
async function ofEverybody(env: Environment): Promise<Unsent> {
  const each = await Promise.all(dataDirsOfEverybody(env).map(unsentIn))
  const sum = (of: (one: Unsent) => number) => each.reduce((total, one) => total + of(one), 0)
  return {
    unsent: sum(({ unsent }) => unsent),
    unconsolidated: sum(({ unconsolidated }) => unconsolidated),
    in_doubt: sum(({ in_doubt }) => in_doubt),
    under_way: sum(({ under_way }) => under_way),
  }
}

/** Windows keeps the profiles of all accounts beside the public one, and what is everybody's in ProgramData. */
function dataDirsOfEverybody({ PUBLIC, ProgramData }: Environment): readonly string[] {
  const profiles = dirname(PUBLIC ?? 'C:\\Users\\Public')
  const own = readdirSync(profiles).map((name) => join(profiles, name, 'AppData', 'Local', 'Resit'))
  return [...own, join(ProgramData ?? 'C:\\ProgramData', 'Resit')]
}

async function unsentIn(path: string): Promise<Unsent> {
  const dataDir = filesIn(path)
  if (!existsSync(dataDir.database) || isRetired(dataDir)) return nothing
  return readFiles(dataDir, async ({ schedule, consolidations }) => {
    const [lanes, receipts] = [await schedule.lanes(), await consolidations.waiting()]
    const unsent = sumOf(lanes.filter(({ work }) => work === 'send' || work === 'release'))
    const in_doubt = sumOf(lanes.filter(({ work }) => work === 'look_up'))
    return { unsent, unconsolidated: sumOf(receipts), in_doubt, under_way: sumOf(lanes) - unsent - in_doubt }
  })
}

const isNothing = ({ unsent, unconsolidated, in_doubt, under_way }: Unsent): boolean =>
  unsent + unconsolidated + in_doubt + under_way === 0

const text = ({ unsent, unconsolidated, in_doubt, under_way }: Unsent): string =>
  `unsent ${unsent}, waiting for a consolidated document ${unconsolidated}, in doubt ${in_doubt}, under way ${under_way}`

export const unsentCommand = command({
  isForNowhere: true,
  usage: 'unsent [--everybody]',
  about:
    'Whether the tax authority has everything; the exit code is 0 where it does, for an uninstaller. On Windows an administrator may ask for all accounts of the computer.',
  flags: { everybody: { type: 'boolean' } },
  atRest: unsentAtRest,
  run: (reached) => whatIsUnsent(reached),
  text,
  isGood: isNothing,
})
