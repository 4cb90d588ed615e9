import { type DataDir, openDataDir } from '../../gateway/installation/data-dir.ts'
import { refuseHeadOffice } from '../../gateway/installation/head-office.ts'
import { stateFolder } from '../../gateway/installation/sealed-head.ts'
import { secretsInFile } from '../../gateway/installation/secrets.ts'
import { systemClock } from '../../gateway/platform/system.ts'
import type { Environment } from '../../gateway/settings/values.ts'

/** The data directory that a command is about. */
export interface RestingPlace {
  readonly dataDir: string
  readonly env: Environment
}

/** For commands about the files of an installation, which no gateway may have open. */
export function atRest({ dataDir: path, env }: RestingPlace) {
  const dataDir: DataDir = openDataDir(path)
  refuseHeadOffice(dataDir)
  return {
    dataDir,
    ports: { clock: systemClock, secrets: secretsInFile(dataDir.secrets), stateFolder: stateFolder(env) },
  }
}
