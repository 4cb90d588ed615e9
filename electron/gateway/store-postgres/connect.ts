import pg from 'pg'
import { errorCodeOf, StorageFailure, StoreRefusal } from '../store/refusal.ts'
import type { Cell } from '../store/sql.ts'
import type { Query, Rows } from './query.ts'
import { assertPrimary, type DatabaseServer, ReadOnlyServerError } from './server.ts'

/** The writer has one more. */
const mostReaders = 6

/**
 * The server ends a transaction that stands still for longer, because a process that sleeps must not block the others.
 */
const mostIdleMs = 10_000

/** For `transact`: one state of the database, read only. */
export const snapshotIsolation = 'ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Set for every connection, because the database or the role may have other settings. */
const options = [
  // A new statement must see what was committed while it waited for the lock of writers.
  'default_transaction_isolation=read\\ committed',
  `idle_in_transaction_session_timeout=${mostIdleMs}`,
  'synchronous_commit=on',
  'TimeZone=UTC',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

const [int8, json, jsonb] = [20, 114, 3802]

/** Every stored number fits a double. JSON is passed on unparsed. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === int8) return Number
    if (type === json || type === jsonb) return (text: string) => text
    return pg.types.getTypeParser(type, format) as (text: string) => unknown
  },
}

class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = '08006'
}

/** Without a limit, a server that is gone would be noticed only after a quarter of an hour. */
export const defaultAnswerTimeoutMs = 15_000

/** Shorter: a living server then says that a lock made it wait. */
const lockPatienceOf = (patienceMs: number): number => Math.floor(patienceMs * 0.8)

interface Patience {
  /** How long to wait for one answer. Then the connection is cut. */
  readonly patienceMs: number
  readonly silent: () => void
}

export class Connections {
  readonly #server: DatabaseServer
  readonly #pool: pg.Pool
  readonly #patience: Patience | null
  readonly #used = new Set<pg.PoolClient>()
  readonly #lost = new WeakSet<pg.ClientBase>()

  /** @param patience absent if an answer may take any time */
  constructor(server: DatabaseServer, max: number, patience: Patience | null = null) {
    this.#server = server
    this.#patience = patience
    this.#pool = new pg.Pool({
      connectionString: server.url,
      verify: (client, answer) => void assertPrimary(client).then(() => answer(), answer),
      max,
      types,
      options: patience ? `${options} -c lock_timeout=${lockPatienceOf(patience.patienceMs)}` : options,
      application_name: 'resit',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    // A question on a broken connection fails by itself.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      client.on('error', () => {
        if (!this.#lost.has(client)) server.broke()
      })
      for (const event of ['error', 'end'] as const) client.on(event, () => this.#lost.add(client))
    })
  }

  /** @throws ConnectionLost · pg.DatabaseError */
  ask: Query = async <Row extends object>(text: string, ...cells: readonly Cell[]) =>
    this.#using((ask) => ask<Row>(text, ...cells))

  /** Runs all of it or nothing. @param mode text after BEGIN */
  transact<Result>(work: (ask: Query) => Promise<Result>, mode = ''): Promise<Result> {
    return this.#using(async (ask) => {
      const { breaks } = this.#server
      await ask(`BEGIN ${mode}`)
      try {
        const result = await work(ask)
        await ask('COMMIT')
        if (this.#patience) this.#server.believe(breaks)
        return result
      } catch (cause) {
        // If the connection is gone, the server rolls back by itself.
        await ask('ROLLBACK').catch(() => undefined)
        throw cause
      }
    })
  }

  /** A server that is gone would never answer. */
  cut(): void {
    for (const client of this.#used) this.#cut(client)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  #cut(client: pg.PoolClient): void {
    this.#lost.add(client)
    // Does not wait for the other end.
    void client.end()
  }

  async #using<Result>(work: (ask: Query) => Promise<Result>): Promise<Result> {
    const client = await this.#connected()
    this.#used.add(client)
    try {
      return await work(serialQuery(client, (answer) => this.#inTime(client, answer)))
    } catch (cause) {
      throw this.#lost.has(client) && errorCodeOf(cause) === ''
        ? new ConnectionLost('the line is gone', { cause })
        : cause
    } finally {
      this.#used.delete(client)
      client.release(this.#lost.has(client))
    }
  }

  async #connected(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (cause) {
      throw errorCodeOf(cause) === '' ? new ConnectionLost('the database cannot be reached', { cause }) : cause
    }
  }

  async #inTime<Answer>(client: pg.PoolClient, answer: Promise<Answer>): Promise<Answer> {
    if (!this.#patience) return answer
    const { patienceMs, silent } = this.#patience
    const cut = setTimeout(() => {
      this.#cut(client)
      silent()
    }, patienceMs)
    try {
      return await answer
    } finally {
      clearTimeout(cut)
    }
  }
}

type InTime = <Answer>(answer: Promise<Answer>) => Promise<Answer>

/** Each question waits for the answer before. */
export function serialQuery(client: pg.ClientBase, inTime: InTime = (answer) => answer): Query {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends object>(text: string, ...cells: readonly Cell[]) => {
    const answered = last.then(async (): Promise<Rows<Row>> => {
      const name = cells.length === 0 ? undefined : nameOf(text)
      const told = await inTime(client.query<Row>({ text, values: [...cells], ...(name && { name }) }))
      // With several statements in one text, the last result counts.
      const { rows = [], rowCount = 0 } = [told].flat().at(-1) ?? {}
      // Callers see a plain list.
      return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as unknown as Rows<Row>
    })
    last = answered.catch(() => undefined)
    return answered
  }
}

/** Combinations of filters must not fill the server with plans. */
const mostNames = 400
const names = new Map<string, string>()

/** A named statement is planned once in each connection. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < mostNames) names.set(text, `resit_${names.size}`)
  return names.get(text)
}

export type PostgresDatabase = Awaited<ReturnType<typeof connectPostgres>>

/**
 * @param patienceMs how long the writer waits for one answer @param commit resolves once everything read so far is
 * durable @throws StoreRefusal if the server's commits do not survive a power cut
 */
export async function connectPostgres(server: DatabaseServer, patienceMs: number, commit: () => Promise<void>) {
  const reading = new Connections(server, mostReaders)
  // If the writer's regular check gets no answer, the readers would not either.
  const writing = new Connections(server, 1, { patienceMs, silent: () => reading.cut() })
  const close = async () => {
    await Promise.all([writing.close(), reading.close()])
  }
  try {
    await assertDurable(writing.ask)
  } catch (cause) {
    await close()
    if (cause instanceof StoreRefusal) throw cause
    if (cause instanceof ReadOnlyServerError)
      throw new StoreRefusal('unsafe', `${cause.message}; name the primary instead`)
    throw new StorageFailure('the database cannot be reached', { cause, trouble: 'unreachable' })
  }
  const read: Query = async (text, ...cells) => {
    try {
      // A read changes nothing, so it is repeated once.
      const rows = await reading.ask<never>(text, ...cells).catch((cause: unknown) => {
        if (!isTemporaryError(cause)) throw cause
        return reading.ask<never>(text, ...cells)
      })
      if (!server.isBelieved) await commit()
      return rows
    } catch (cause) {
      throw isTemporaryError(cause)
        ? new StorageFailure('the database does not answer', { cause, trouble: 'unreachable' })
        : cause
    }
  }
  return { writing, reading, read, close }
}

/** Faults of the server or the connection, not of the statement. */
const passing = /^(08|25006|25P03|40001|40P01|53|55P03|57P|58|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET)/

export const isTemporaryError = (cause: unknown): boolean => passing.test(errorCodeOf(cause))

const needed = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  default_transaction_isolation: ['read committed'],
  server_encoding: ['UTF8'],
} as const

const leastVersion = 160_000

/** @throws StoreRefusal if the server's commits do not survive a power cut */
async function assertDurable(ask: Query): Promise<void> {
  const [server] = await ask<{ readonly version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  const { version } = server ?? { version: 0 }
  if (version < leastVersion)
    throw new StoreRefusal('unsafe', `PostgreSQL 16 or newer is needed; this one is ${Math.floor(version / 10_000)}`)
  for (const [name, allowed] of Object.entries(needed)) {
    const [row] = await ask<{ readonly value: string }>('SELECT current_setting($1) AS value', name)
    const value = row?.value ?? ''
    if (!(allowed as readonly string[]).includes(value))
      throw new StoreRefusal(
        'unsafe',
        `PostgreSQL says ${name} = ${value}; Resit needs ${allowed.join(' or ')}, or a power cut could take what was answered`,
      )
  }
}
