import { type DataDir, openDataDir } from '../../gateway/installation/data-dir.ts'
import { refuseHeadOffice } from '../../gateway/installation/marks.ts'
import { secretsInFile } from '../../gateway/installation/secrets.ts'
import { systemClock } from '../../gateway/platform/system.ts'
import { userFolder } from '../../gateway/platform/user-folder.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import type { Store } from '../../gateway/store/port/port.ts'
import { troubleOf } from '../../gateway/store/refusal.ts'
import { openStoreToRead } from '../../gateway/store/sqlite-store.ts'

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
    ports: { clock: systemClock, secrets: secretsInFile(dataDir.secrets), stateFolder: userFolder('state', env) },
  }
}

/**
 * What lies in a data directory, without a gateway and without a trace: also if one runs, or if it belongs to another user.
 * @throws Error where it cannot be read
 */
export async function readFiles<Read>({ database }: DataDir, read: (store: Store) => Promise<Read>): Promise<Read> {
  const store = openStoreToRead(database)
  try {
    return await read(store)
  } finally {
    await store.upkeep.close().catch(ignoreTrouble)
  }
}

/** An error of the disk at the end does not matter: all was read. */
export function ignoreTrouble(cause: unknown): void {
  if (troubleOf(cause) === null) throw cause
}
