import type { DataDir } from '../installation/data-dir.ts'
import { journalFor } from '../installation/journal-keeping.ts'
import { sharedSecrets } from '../installation/shared-secrets.ts'
import { witnessOf } from '../installation/witness.ts'
import { openPostgresStore } from '../store-postgres/postgres-store.ts'
import type { OpenStore } from './opened-store.ts'

/** Each outlet has the journal of what it sold in files; a head office has it in the database. */
export const postgresAt =
  (url: string, dataDir: DataDir): OpenStore =>
  async ({ isDispatching, authority, secretsKey: key }, ports) => {
    const { seal } = await journalFor(dataDir.journal, ports)
    const sending = authority === 'practice' ? 'alone' : 'beside_others'
    const store = await openPostgresStore(url, typeof seal === 'string' ? null : seal, isDispatching ? { sending } : {})
    try {
      if (!key)
        ports.log.info('what is told here of companies’ credentials is for this process alone: no RESIT_SECRETS_KEY')
      const secrets = key && (await sharedSecrets({ own: ports.secrets, sealed: store.sealed, key }))
      const witness = witnessOf({ seal }, dataDir, ports)
      return { store, wal: null, wasKilled: false, witness, ...(secrets && { secrets }) }
    } catch (cause) {
      await store.upkeep.close()
      throw cause
    }
  }
