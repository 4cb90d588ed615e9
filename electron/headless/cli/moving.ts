import { existsSync } from 'node:fs'
import { isMovedOut, type Moved, moveOut } from '../../gateway/moving.ts'
import { moveIn } from '../../gateway/moving-in.ts'
import { atRest, type RestingPlace } from './at-rest.ts'
import type { Command } from './commands.ts'
import { fromHere } from './from-here.ts'
import { operand } from './given.ts'
import type { Answer, Reached } from './reach.ts'

interface MovedShown {
  readonly folder: string
  readonly has_secrets: boolean
}

const shown = ({ folder, hasSecrets }: Moved): Answer => ({
  status: 200,
  body: { folder, has_secrets: hasSecrets } satisfies MovedShown,
})

async function packForMove(place: RestingPlace, folder: string): Promise<Answer> {
  const { where, ports } = atRest(place)
  return shown(await moveOut(where, folder, ports))
}

async function unpackAfterMove(place: RestingPlace, folder: string): Promise<Answer> {
  const { where, ports } = atRest(place)
  return shown(await moveIn(where, folder, ports))
}

const movedOutText = ({ folder, has_secrets }: MovedShown): string =>
  [
    `Everything is in ${folder}. From now on this computer sends nothing; carry the folder to the other one and run “resit move-in ${folder}” there.`,
    ...(has_secrets
      ? ['The folder holds the secrets too: carry it as you would carry a key, and delete it afterwards.']
      : [sealedNotice]),
  ].join('\n')

const movedInText = ({ has_secrets }: MovedShown): string =>
  ['The documents are here. Start Resit, then run “verify” and “queue”.', ...(has_secrets ? [] : [sealedNotice])].join(
    '\n',
  )

const sealedNotice =
  'The secrets stay with the key store of the old computer: on the new one give the credentials and the certificate again, and after “verify” run “resit trust --reason moved”.'

interface Unsent {
  readonly waiting: number
  readonly in_doubt: number
  readonly under_way: number
}

/** For an uninstaller: null where a gateway has to be asked. */
async function unsentAtRest(place: RestingPlace): Promise<Answer | null> {
  const { dataDir } = atRest(place).where
  const isNothing = isMovedOut(dataDir) || !existsSync(dataDir.database)
  const body: Unsent = { waiting: 0, in_doubt: 0, under_way: 0 }
  return Promise.resolve(isNothing ? { status: 200, body } : null)
}

async function unsent(reached: Reached): Promise<Answer> {
  const answer = await reached.call({ method: 'GET', path: '/queue' })
  if (answer.status !== 200) return answer
  const { waiting, in_doubt, lanes } = answer.body as Omit<Unsent, 'under_way'> & {
    readonly lanes: readonly { readonly count: number }[]
  }
  const all = lanes.reduce((sum, { count }) => sum + count, 0)
  return { status: 200, body: { waiting, in_doubt, under_way: all - waiting - in_doubt } satisfies Unsent }
}

const isNothingUnsent = ({ waiting, in_doubt, under_way }: Unsent): boolean => waiting + in_doubt + under_way === 0

const unsentText = ({ waiting, in_doubt, under_way }: Unsent): string =>
  `waiting ${waiting}, in doubt ${in_doubt}, under way ${under_way}`

const folderOf = (operands: readonly string[]): string => fromHere(operand(operands, 'FOLDER'))

/** To another computer, and away from this one. */
export const movingCommands = {
  unsent: {
    usage: 'unsent',
    about: 'Whether the tax authority has everything; the exit code is 0 where it does, for an uninstaller.',
    atRest: unsentAtRest,
    run: (reached) => unsent(reached),
    text: unsentText,
    isGood: isNothingUnsent,
  },
  'move-out': {
    operands: 1,
    usage: 'move-out FOLDER',
    about: 'Pack everything for another computer; from then on this one sends nothing. Stop the gateway first.',
    atRest: (place, { operands }) => packForMove(place, folderOf(operands)),
    text: movedOutText,
  },
  'move-in': {
    operands: 1,
    usage: 'move-in FOLDER',
    about: 'Go on with what another computer packed. Stop the gateway first.',
    atRest: (place, { operands }) => unpackAfterMove(place, folderOf(operands)),
    text: movedInText,
  },
} as const satisfies Readonly<Record<string, Command>>
