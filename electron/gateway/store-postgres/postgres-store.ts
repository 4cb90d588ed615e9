import { journalFinding } from '../../../shared/domain/journal-finding.ts'
import { systemClock, systemRandomness } from '../platform/system.ts'
import { Findings } from '../store/log/findings.ts'
import { prepareJournal } from '../store/log/journal.ts'
import { verifyStore, type WithSnapshot } from '../store/log/verify.ts'
import type { StorageHealth } from '../store/port/journal.ts'
import type { Store, Upkeep } from '../store/port/port.ts'
import type { CommitNews, SealedSecrets, SenderLease } from '../store/port/processes.ts'
import { BackupFailure, StoreRefusal } from '../store/refusal.ts'
import { tablesOver } from '../store/tables/tables.ts'
import { type CommitNotifications, createCommitNotifications } from './commit-notifications.ts'
import { connectPostgres, defaultAnswerTimeoutMs, type PostgresDatabase, snapshotIsolation } from './connect.ts'
import { createPostgresEngine, createPostgresReader } from './engine.ts'
import { migrate } from './migrate.ts'
import { createSealedSecretStore } from './sealed-secrets.ts'
import { PostgresSender, type SenderTerm } from './sender.ts'
import { DatabaseServer } from './server.ts'
import { Writer } from './writer.ts'

export interface SharedStore extends Store {
  readonly sender: SenderLease
  readonly news: CommitNews
  readonly sealed: SealedSecrets
  readonly storage: StorageHealth
}

/**
 * `in_turn`: one process at a time · `alone`: only this one may, because each process has its own practice authority.
 */
export type SenderSharing = 'in_turn' | 'alone'

export interface PostgresOptions {
  readonly clock?: typeof systemClock
  readonly patienceMs?: number
  /** Absent if it does not send. */
  readonly sending?: SenderSharing
}

/**
 * For any number of processes at once.
 * @param url `postgres://user:password@host:port/database`, a database for Resit alone; an empty one is set up
 * @throws StoreRefusal if it must not be used · StorageFailure if it cannot be reached
 */
export async function openPostgresStore(
  url: string,
  { clock = systemClock, patienceMs = defaultAnswerTimeoutMs, sending }: PostgresOptions = {},
): Promise<SharedStore> {
  const database = await connectPostgres(new DatabaseServer(url), patienceMs, () => writer.write(async () => undefined))
  // A migration may take longer than the writer's limit.
  await migrate(database.reading).catch(async (cause: unknown) => {
    await database.close()
    throw cause
  })
  const newId = () => systemRandomness.guid()
  const news = createCommitNotifications({ ask: database.reading.ask, own: newId(), begin: () => void sender.begin() })
  const writer = new Writer(database.writing, { newId, committed: () => news.say() })
  const sender: PostgresSender = new PostgresSender(url, {
    clock,
    maySend: sending !== undefined,
    raise: (followed) => raiseGeneration(writer, followed),
    noteLook: (companyGuid, generation) =>
      writer.write(async ({ ask }) => void (await ask(noteLook, companyGuid)), generation),
    begun: (client) => news.hearOn(client),
  })
  const store = storeOver(database, writer, { news, sender })
  if (sending) await sender.begin()
  if (sending !== 'alone' || sender.generation() !== null) return store
  await store.upkeep.close()
  throw new StoreRefusal(
    'sent_by_another',
    'Another process sends what this database keeps, and in practice mode it does so alone. Stop it first, or start this one with RESIT_DISPATCH=off: it answers tills then and leaves the sending to the other.',
  )
}

/** The clock is part of it: a server that took over and was behind never repeats a number. */
const raise = `UPDATE sender SET server = this_server(),
  generation = greatest(generation + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
  looked = CASE WHEN generation = $1 AND server = this_server() THEN looked ELSE '{}' END
  RETURNING generation, looked`

const noteLook = 'UPDATE sender SET looked = array_append(looked, $1) WHERE $1 <> ALL (looked)'

/** @param followed the generation that held the lock until now, as far as that is known */
async function raiseGeneration(writer: Writer, followed: number | null): Promise<SenderTerm> {
  const [row] = await writer.write(({ ask }) => ask<SenderTerm>(raise, followed))
  if (!row) throw new Error('the row of the sender is gone')
  return row
}

interface StoreParts {
  readonly news: CommitNotifications
  readonly sender: PostgresSender
}

function storeOver(database: PostgresDatabase, writer: Writer, { news, sender }: StoreParts): SharedStore {
  const { read, reading } = database
  const damaged = (code: 'row_damaged' | 'body_damaged', record: number) =>
    findings.note(journalFinding(code, { record }))
  const engine = createPostgresEngine(read, writer, (record) => damaged('row_damaged', record))
  const findings = new Findings(engine)
  const tables = tablesOver(engine, () => findings.isTrusted(), damaged)
  const moment: WithSnapshot = (look) => reading.transact((ask) => look(createPostgresReader(ask)), snapshotIsolation)
  const verifyAll = () => verifyStore({ ...engine, moment })
  return {
    ...tables,
    upkeep: prepareUpkeep(database, writer, { news, sender }),
    journal: prepareJournal({ engine, findings, verifyAll, run: null }),
    storage: writer.storage,
    sender,
    news,
    sealed: createSealedSecretStore(read, writer),
  }
}

function prepareUpkeep({ close }: PostgresDatabase, writer: Writer, { news, sender }: StoreParts): Upkeep {
  return {
    backup: () =>
      Promise.reject(
        new BackupFailure('the database server makes its own backups (pg_basebackup, archived WAL), not Resit', {
          code: 'BY_SERVER',
        }),
      ),
    async close() {
      news.stop()
      await writer.close()
      await sender.close()
      await close()
    },
  }
}
