import { languageFor } from '../../../shared/words/words.ts'
import { openDataDir } from '../../gateway/data-dir.ts'
import type { AtRest } from '../../gateway/journal-at-rest.ts'
import { machineId } from '../../gateway/machine-id.ts'
import { secretsInFile } from '../../gateway/secrets.ts'
import { readSettings } from '../../gateway/settings/settings.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import { systemClock, systemRandomness } from '../../gateway/system.ts'

/** The data directory that a command is about, as the command line names it. */
export interface RestingPlace {
  readonly dataDirFlag: string | undefined
  readonly env: Environment
}

/** For commands about the files of an installation, which no gateway may have open. */
export function atRest({ dataDirFlag, env }: RestingPlace) {
  const args = dataDirFlag === undefined ? [] : ['--data-dir', dataDirFlag]
  const settings = readSettings(args, { ...env, RESIT_AUTHORITY: 'practice' })
  const dataDir = openDataDir(settings.dataDir)
  const where: AtRest = { dataDir, journalDir: settings.journalDir }
  const secrets = secretsInFile(dataDir.secrets)
  const ports = { clock: systemClock, randomness: systemRandomness, secrets, machineId }
  return { where, ports }
}

export const languageOf = (env: Environment) =>
  languageFor((env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? 'en').split(/[_.]/)[0])
