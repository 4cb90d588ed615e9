import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesIn } from '../../gateway/data-dir.ts'
import { isMovedOut } from '../../gateway/moving.ts'
import { dataDirOf } from '../../gateway/settings/settings.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import type { RestingPlace } from './at-rest.ts'
import type { Command, Given } from './commands.ts'
import { type Answer, type Reached, readFiles } from './reach.ts'

interface Unsent {
  readonly waiting: number
  /** Receipts that travel in a consolidated document, at the latest in the first week of the next month. */
  readonly to_consolidate: number
  readonly in_doubt: number
  readonly under_way: number
}

interface Counted {
  readonly count: number
}

const sumOf = (some: readonly Counted[]): number => some.reduce((sum, { count }) => sum + count, 0)

const nothing: Unsent = { waiting: 0, to_consolidate: 0, in_doubt: 0, under_way: 0 }

/** For an uninstaller: null where a gateway has to be asked. */
async function unsentAtRest(place: RestingPlace, { flags }: Given): Promise<Answer | null> {
  if (flags['everybody'] !== undefined) return { status: 200, body: await ofEverybody(place.env) }
  // Looked at, and not opened: where nothing was ever kept, nothing is made.
  const dataDir = filesIn(dataDirOf(place.dataDirFlag, place.env))
  return !existsSync(dataDir.database) || isMovedOut(dataDir) ? { status: 200, body: nothing } : null
}

async function unsent(reached: Reached): Promise<Answer> {
  const answer = await reached.call({ method: 'GET', path: '/queue' })
  if (answer.status !== 200) return answer
  const { waiting, to_consolidate, in_doubt, lanes } = answer.body as Omit<Unsent, 'under_way'> & {
    readonly lanes: readonly Counted[]
  }
  const under_way = sumOf(lanes) - waiting - in_doubt
  return { status: 200, body: { waiting, to_consolidate, in_doubt, under_way } satisfies Unsent }
}

/**
 * Of every account of this computer, as an administrator may read it; nothing is written there.
 * @throws Error where one of them cannot be read: then it cannot be told
 */
async function ofEverybody(env: Environment): Promise<Unsent> {
  const each = await Promise.all(dataDirsOfEverybody(env).map(unsentIn))
  const sum = (of: (one: Unsent) => number) => each.reduce((total, one) => total + of(one), 0)
  return {
    waiting: sum(({ waiting }) => waiting),
    to_consolidate: sum(({ to_consolidate }) => to_consolidate),
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
  if (!existsSync(dataDir.database) || isMovedOut(dataDir)) return nothing
  return readFiles(dataDir, async ({ schedule, consolidations }) => {
    const [lanes, receipts] = [await schedule.lanes(), await consolidations.waiting()]
    const waiting = sumOf(lanes.filter(({ work }) => work === 'send' || work === 'release'))
    const in_doubt = sumOf(lanes.filter(({ work }) => work === 'look_up'))
    return { waiting, to_consolidate: sumOf(receipts), in_doubt, under_way: sumOf(lanes) - waiting - in_doubt }
  })
}

const isNothing = ({ waiting, to_consolidate, in_doubt, under_way }: Unsent): boolean =>
  waiting + to_consolidate + in_doubt + under_way === 0

const text = ({ waiting, to_consolidate, in_doubt, under_way }: Unsent): string =>
  `waiting ${waiting}, waiting for a consolidated document ${to_consolidate}, in doubt ${in_doubt}, under way ${under_way}`

export const unsentCommand: Command = {
  isForNowhere: true,
  usage: 'unsent [--everybody]',
  about:
    'Whether the tax authority has everything; the exit code is 0 where it does, for an uninstaller. On Windows an administrator may ask for all accounts of the computer.',
  flags: { everybody: { type: 'boolean' } },
  atRest: unsentAtRest,
  run: (reached) => unsent(reached),
  text,
  isGood: isNothing,
}
