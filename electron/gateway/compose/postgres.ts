import type { DataPaths } from '../installation/data-dir.ts'
import { loadOrMakeSealKey } from '../installation/seal.ts'
import { SealedHead } from '../installation/sealed-head.ts'
import { openSharedSecrets } from '../installation/shared-secrets.ts'
import { openPostgresStore } from '../store-postgres/postgres-store.ts'
import type { OpenStore } from './opened-store.ts'

/**
 * A database server for any number of gateways. The server keeps its own log and backups; the sealed head still shows
 * if the server lost data, as after a fail-over. @param dataDir of this process: secrets, seal and the practice ledger
 */
export const makePostgresOpener =
  (url: string, dataDir: DataPaths): OpenStore =>
  async ({ isDispatching, authority, secretsKey: key }, ports) => {
    // Another process may have made the history, so a missing seal is made here.
    const seal = await loadOrMakeSealKey(false, ports)
    const sending = authority === 'practice' ? 'alone' : 'in_turn'
    const store = await openPostgresStore(url, isDispatching ? { sending } : {})
    try {
      if (!key)
        ports.log.info('what is told here of companies’ credentials is for this process alone: no RESIT_SECRETS_KEY')
      const secrets = key && (await openSharedSecrets({ own: ports.secrets, sealed: store.sealed, key }))
      const { stateFolder: folder } = ports
      const sealed = folder === undefined || typeof seal === 'string' ? null : new SealedHead({ folder, dataDir }, seal)
      return {
        store,
        writable: null,
        database: null,
        sealAbsence: null,
        sealed,
        copyOn: null,
        ...(secrets && { secrets }),
      }
    } catch (cause) {
      await store.upkeep.close()
      throw cause
    }
  }
