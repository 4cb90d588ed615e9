import type { SealedSecret, SealedSecrets } from '../store/port/processes.ts'
import { firstRow } from '../store/sql.ts'
import type { Query } from './query.ts'
import type { Writer } from './writer.ts'

export const createSealedSecretStore = (read: Query, writer: Writer): SealedSecrets => ({
  async get(name) {
    const text = 'SELECT sealed FROM sealed_secret WHERE name = $1'
    return (await firstRow(read<Pick<SealedSecret, 'sealed'>>(text, name)))?.sealed ?? null
  },
  set: (name, sealed) =>
    writer.write(async ({ ask }) => {
      await ask(
        `INSERT INTO sealed_secret (name, sealed) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, version = nextval('sealed_secret_version')`,
        name,
        sealed,
      )
    }),
  begin: (name, sealed) =>
    writer.write(async ({ ask }) => {
      await ask('INSERT INTO sealed_secret (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', name, sealed)
    }),
  newerThan: (version) =>
    read<SealedSecret>('SELECT name, sealed, version FROM sealed_secret WHERE version > $1 ORDER BY version', version),
})
