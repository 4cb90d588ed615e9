import { finding } from '../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import { systemClock, systemRandomness } from '../platform/system.ts'
import type { Storage } from '../store/port/journal.ts'
import type { Store, Upkeep } from '../store/port/port.ts'
import type { Claims, Duties, News, SealedSecrets, SharedRateLimiter } from '../store/port/processes.ts'
import { BackupFailure } from '../store/refusal.ts'
import { storedOf } from '../store/tables/stored-of.ts'
import { tablesOver } from '../store/tables/tables.ts'
import { prepareActWriter } from './areas/acts.ts'
import { prepareClaims } from './areas/claims.ts'
import { prepareConsolidations } from './areas/consolidation.ts'
import { prepareDuties } from './areas/duties.ts'
import { prepareRateLimiter } from './areas/rate-limiter.ts'
import { prepareSchedule } from './areas/schedule.ts'
import { prepareSealedSecrets } from './areas/sealed-secrets.ts'
import { first } from './ask.ts'
import { CompanyIds } from './company-ids.ts'
import { codeOf, connect, type Database, usualPatienceMs } from './connect.ts'
import { postgresEngine } from './engine.ts'
import { Findings } from './journal/findings.ts'
import type { Seal } from './journal/heads.ts'
import { prepareJournal } from './journal/journal.ts'
import { type Clock, usualLeaseMs } from './lease.ts'
import { migrate } from './migrations/migrate.ts'
import { SharedNews } from './news.ts'
import { prepareRecordWriter } from './records/writes.ts'
import { RightToSend, type Sending } from './right-to-send.ts'
import { Servers } from './servers.ts'
import { Writer } from './writer.ts'

/** The store, what its processes have claimed, which of them does what and how often, what the others wrote, and how the server stands. */
export interface SharedStore extends Store {
  readonly claims: Claims
  readonly duties: Duties
  readonly rateLimiter: SharedRateLimiter
  readonly news: News
  readonly sealed: SealedSecrets
  readonly storage: Storage
}

export interface PostgresOptions {
  /** How long a process that is not heard of is waited for: all of them must be told the same. */
  readonly leaseMs?: number
  readonly clock?: Clock
  /** How long whoever writes waits for one answer of the server. */
  readonly patienceMs?: number
  /** Whether others may send at the same time; absent, it does not send. */
  readonly sending?: Sending
}

/**
 * The store behind PostgreSQL, for any number of processes at once.
 * @param url `postgres://user:password@host:port/database`, of a database that is Resit's alone; made ready where it is
 * empty. Of a cluster it names the servers one after the other, separated by commas.
 * @param seal with which this installation proves how far the journal had come; null for none
 * @throws StoreRefusal where it must not be used · StorageFailure where it cannot be reached
 */
export async function openPostgresStore(
  url: string,
  seal: Seal | null = null,
  { leaseMs = usualLeaseMs, clock = systemClock, patienceMs = usualPatienceMs, sending }: PostgresOptions = {},
): Promise<SharedStore> {
  const servers = new Servers(url)
  const database = await connect(servers, patienceMs)
  try {
    // It may take longer than whoever writes would wait.
    await migrate(database.reading)
    const terms = { leaseMs, clock, read: database.read }
    const newId = () => systemRandomness.guid()
    const news = new SharedNews(servers, { ask: database.reading.ask, own: newId() })
    const writer = new Writer(database.writing, { newId, committed: () => news.say(), ...terms })
    database.believeAfter(() => writer.write(async () => undefined))
    const store = storeOver(database, writer, { seal, leaseMs, news, now: () => clock.now() })
    return sending ? await holdingRight(store, writer, { servers, sending }) : store
  } catch (cause) {
    await database.close()
    throw cause
  }
}

interface ToHold {
  readonly servers: Servers
  readonly sending: Sending
}

async function holdingRight(store: SharedStore, writer: Writer, { servers, sending }: ToHold): Promise<SharedStore> {
  const sender: RightToSend = new RightToSend(servers, sending, (failure) => writer.storage.failed(failure, hold))
  const hold = () => sender.hold()
  try {
    await hold()
  } catch (cause) {
    await writer.close()
    throw cause
  }
  const close = async () => {
    // The last write is made before another may send.
    await store.upkeep.close()
    await sender.release()
  }
  return { ...store, upkeep: { ...store.upkeep, close } }
}

interface Given {
  readonly seal: Seal | null
  readonly leaseMs: number
  readonly news: SharedNews
  /** What time it is. */
  readonly now: () => Instant
}

function storeOver(database: Database, writer: Writer, { seal, leaseMs, news, now }: Given): SharedStore {
  const { read, reading } = database
  const companies = new CompanyIds(read)
  const findings = new Findings(read, writer)
  const found = (code: 'row_damaged' | 'body_damaged') => (record: number) => findings.add([finding(code, { record })])
  const damaged = found('row_damaged')
  const addAct = prepareActWriter(companies)
  const engine = postgresEngine(read, writer, addAct)
  const stored = storedOf(engine, damaged)
  const writeRecord = prepareRecordWriter(companies, findings)
  const kept = { read, reading, writer, companies, findings, damaged, stored }
  const context = { ...kept, addAct, writeRecord, seal, now }
  const tables = tablesOver(engine, { stored, bodyDamaged: found('body_damaged') })
  return {
    ...tables,
    records: {
      ...tables.records,
      write: (change) => writer.write((transaction) => writeRecord(transaction, change), change.lease),
    },
    schedule: prepareSchedule(context),
    consolidations: { ...tables.consolidations, ...prepareConsolidations(context) },
    upkeep: prepareUpkeep(database, writer, { findings, news }),
    journal: prepareJournal(context),
    claims: prepareClaims(context, leaseMs),
    storage: writer.storage,
    duties: prepareDuties(writer, leaseMs),
    rateLimiter: prepareRateLimiter(read),
    news,
    sealed: prepareSealedSecrets(read, writer),
  }
}

/** Reading a page proves its checksum, where the server keeps them. */
const whole = ['record', 'event', 'payload', 'attempt', 'attempt_outcome', 'act', 'journal_line'] as const

interface Beside {
  readonly findings: Findings
  readonly news: SharedNews
}

function prepareUpkeep({ read, close }: Database, writer: Writer, { findings, news }: Beside): Upkeep {
  return {
    backup: () =>
      Promise.reject(
        new BackupFailure('the database server makes its own backups (pg_basebackup, archived WAL), not Resit', {
          code: 'BY_SERVER',
        }),
      ),
    backupProgress: async () => null,
    async bytes() {
      const text = 'SELECT pg_database_size(current_database()) AS bytes'
      return (await first(read<{ readonly bytes: number }>(text)))?.bytes ?? 0
    },
    async integrity() {
      const damages: string[] = []
      for (const table of whole) {
        try {
          await read(`SELECT count(t.*) AS count FROM ${table} t`)
        } catch (cause) {
          if (!/^XX00[12]/.test(codeOf(cause))) throw cause
          damages.push(`${table}: ${(cause as Error).message}`)
        }
      }
      // Whoever found it: nothing goes out of a damaged database.
      await findings.add(damages.map((detail) => finding('database_damaged', { detail })))
      return damages
    },
    async close() {
      await news.close()
      await writer.close()
      await close()
    },
  }
}
