import { type Moved, moveOut } from '../../gateway/installation/moving.ts'
import { moveIn } from '../../gateway/installation/moving-in.ts'
import { atRest, type RestingPlace } from './at-rest.ts'
import { type Command, command } from './command.ts'
import { fromHere } from './from-here.ts'
import { operand } from './given.ts'
import { unsentCommand } from './unsent.ts'

interface MovedShown {
  readonly folder: string
  readonly has_secrets: boolean
}

const shown = ({ folder, hasSecrets }: Moved): MovedShown => ({ folder, has_secrets: hasSecrets })

async function packForMove(place: RestingPlace, folder: string): Promise<MovedShown> {
  const { where, ports } = atRest(place)
  return shown(await moveOut(where, folder, ports))
}

async function unpackAfterMove(place: RestingPlace, folder: string): Promise<MovedShown> {
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
  [
    'The documents are here. Start Resit, then run “resit verify” and “resit queue”.',
    ...(has_secrets ? [] : [sealedNotice]),
  ].join('\n')

const sealedNotice =
  'The secrets stay with the key store of the old computer: on the new one give the credentials and the certificate again, and after “resit verify” run “resit trust --reason moved”.'

const folderOf = (operands: readonly string[]): string => fromHere(operand(operands, 'FOLDER'))

/** To another computer, and away from this one. */
export const movingCommands = {
  unsent: unsentCommand,
  'move-out': command({
    operands: 1,
    usage: 'move-out FOLDER',
    about: 'Pack everything for another computer; from then on this one sends nothing. Stop the gateway first.',
    atRest: (place, { operands }) => packForMove(place, folderOf(operands)),
    text: movedOutText,
  }),
  'move-in': command({
    isForNowhere: true,
    operands: 1,
    usage: 'move-in FOLDER',
    about: 'Go on with what another computer packed. Stop the gateway first.',
    atRest: (place, { operands }) => unpackAfterMove(place, folderOf(operands)),
    text: movedInText,
  }),
} as const satisfies Readonly<Record<string, Command>>
