import { type DataPaths, ensureDataDir } from '../../gateway/installation/data-dir.ts'
import { refuseHeadOffice } from '../../gateway/installation/marks.ts'
import { secretsInFile } from '../../gateway/installation/secrets.ts'
import { systemClock } from '../../gateway/platform/system.ts'
import { appFolder } from '../../gateway/platform/user-folder.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import type { Store } from '../../gateway/store/port/port.ts'
import { troubleOf } from '../../gateway/store/refusal.ts'
import { openStoreToRead } from '../../gateway/store/sqlite-store.ts'

export interface DataDirAndEnv {
  readonly dataDir: string
  readonly env: Environment
}

/** For commands that need the files while no gateway has them open. */
export function openDataDirWithPorts({ dataDir: path, env }: DataDirAndEnv) {
  const dataDir: DataPaths = ensureDataDir(path)
  refuseHeadOffice(dataDir)
  return {
    dataDir,
    ports: { clock: systemClock, secrets: secretsInFile(dataDir.secrets), stateFolder: appFolder('state', env) },
  }
}

/** Reads without a gateway and writes nothing, also while one runs. @throws Error if it cannot be read */
export async function readStore<Read>({ database }: DataPaths, read: (store: Store) => Promise<Read>): Promise<Read> {
  const store = openStoreToRead(database)
  try {
    return await read(store)
  } finally {
    await store.upkeep.close().catch(rethrowUnlessDiskError)
  }
}

/** An error of the disk at the end does not matter: everything was read. */
export function rethrowUnlessDiskError(cause: unknown): void {
  if (troubleOf(cause) === null) throw cause
}
