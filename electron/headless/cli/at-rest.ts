import { languageFor } from '../../../shared/words/words.ts'
import type { AtRest } from '../../gateway/installation/at-rest.ts'
import { openDataDir } from '../../gateway/installation/data-dir.ts'
import { isHeadOffice, refuseHeadOffice } from '../../gateway/installation/head-office.ts'
import { machineId } from '../../gateway/installation/machine-id.ts'
import { stateFolder } from '../../gateway/installation/sealed-head.ts'
import { secretsInFile } from '../../gateway/installation/secrets.ts'
import { systemClock, systemRandomness } from '../../gateway/platform/system.ts'
import { readSettings } from '../../gateway/settings/settings.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import { language } from './calls-over.ts'

/** The data directory that a command is about, as the command line names it. */
export interface RestingPlace {
  readonly dataDirFlag: string | undefined
  readonly env: Environment
}

const settingsOf = ({ dataDirFlag, env }: RestingPlace) =>
  readSettings(dataDirFlag === undefined ? [] : ['--data-dir', dataDirFlag], { ...env, RESIT_AUTHORITY: 'practice' })

/** Whether there are no files of documents: whoever runs there is to be asked. */
export const isOfHeadOffice = (place: RestingPlace): boolean => isHeadOffice(openDataDir(settingsOf(place).dataDir))

/** For commands about the files of an installation, which no gateway may have open. */
export function atRest(place: RestingPlace) {
  const settings = settingsOf(place)
  const dataDir = openDataDir(settings.dataDir)
  refuseHeadOffice(dataDir)
  const where: AtRest = { dataDir }
  const secrets = secretsInFile(dataDir.secrets)
  const ports = {
    clock: systemClock,
    randomness: systemRandomness,
    secrets,
    machineId,
    stateFolder: stateFolder(place.env),
  }
  return { where, ports }
}

export const languageOf = (env: Environment) => languageFor(language(env))
