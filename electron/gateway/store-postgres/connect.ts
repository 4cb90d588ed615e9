import pg from 'pg'
import { StorageFailure, StoreRefusal } from '../store/refusal.ts'
import type { Ask, Cell, Rows } from './ask.ts'
import { assertDurable } from './durable.ts'
import { assertPrimary, type Server, TakesNoWrites } from './server.ts'

/** How often a process asks at once; what writes has one connection more. */
const mostReaders = 6

/** So long may a transaction stand still before the server ends it: a process that sleeps keeps no other from writing. */
const mostIdleMs = 10_000

/** For `transact`: all that is asked is seen as it stood at one moment, and nothing is written. */
export const oneMoment = 'ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Of every connection, also against settings of the database or the role. */
const options = [
  // A new statement sees what was committed while the lock of writers was waited for.
  'default_transaction_isolation=read\\ committed',
  `idle_in_transaction_session_timeout=${mostIdleMs}`,
  'synchronous_commit=on',
  'TimeZone=UTC',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

const [int8, json, jsonb] = [20, 114, 3802]

/** Every number that is kept fits a double; JSON is handed on as it stands in the row, and is never rewritten. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === int8) return Number
    if (type === json || type === jsonb) return (text: string) => text
    return pg.types.getTypeParser(type, format) as (text: string) => unknown
  },
}

/** The line to the server is gone, or was never there; with the code of a server that says so. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = '08006'
}

/** How long the writer waits for one answer: without this limit a server that is gone is not noticed for a quarter of an hour. */
export const usualPatienceMs = 15_000

/** A server that lives says before that, that others keep it from answering. */
const lockPatienceOf = (patienceMs: number): number => Math.floor(patienceMs * 0.8)

interface Patience {
  /** For one answer; then the line is cut. */
  readonly patienceMs: number
  /** Called where it ran out. */
  readonly silent: () => void
}

/** Connections to one database. */
export class Connections {
  readonly #server: Server
  readonly #pool: pg.Pool
  readonly #patience: Patience | null
  readonly #used = new Set<pg.PoolClient>()
  readonly #lost = new WeakSet<pg.ClientBase>()

  /** @param patience absent where an answer may take as long as it takes */
  constructor(server: Server, max: number, patience: Patience | null = null) {
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
    // The question on a connection that breaks fails by itself; an unused connection is forgotten.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      client.on('error', () => {
        if (!this.#lost.has(client)) server.broke()
      })
      for (const event of ['error', 'end'] as const) client.on(event, () => this.#lost.add(client))
    })
  }

  /** @throws ConnectionLost · pg.DatabaseError */
  ask: Ask = async <Row extends object>(text: string, ...cells: readonly Cell[]) =>
    this.#using((ask) => ask<Row>(text, ...cells))

  /**
   * All of it or nothing.
   * @param mode what stands behind BEGIN
   */
  transact<Result>(work: (ask: Ask) => Promise<Result>, mode = ''): Promise<Result> {
    return this.#using(async (ask) => {
      const { breaks } = this.#server
      await ask(`BEGIN ${mode}`)
      try {
        const result = await work(ask)
        await ask('COMMIT')
        if (this.#patience) this.#server.believe(breaks)
        return result
      } catch (cause) {
        // Where the line is gone the server does it by itself.
        await ask('ROLLBACK').catch(() => undefined)
        throw cause
      }
    })
  }

  /** Ends what is being asked: a server that is gone would never answer. */
  cut(): void {
    for (const client of this.#used) this.#cut(client)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  #cut(client: pg.PoolClient): void {
    this.#lost.add(client)
    // In the middle of a question this does not wait for the other end.
    void client.end()
  }

  async #using<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
    const client = await this.#connected()
    this.#used.add(client)
    try {
      return await work(serialAsk(client, (answer) => this.#inTime(client, answer)))
    } catch (cause) {
      throw this.#lost.has(client) && codeOf(cause) === '' ? new ConnectionLost('the line is gone', { cause }) : cause
    } finally {
      this.#used.delete(client)
      client.release(this.#lost.has(client))
    }
  }

  async #connected(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (cause) {
      throw codeOf(cause) === '' ? new ConnectionLost('the database cannot be reached', { cause }) : cause
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

/** The questions of one connection, each after the answer to the one before. */
export function serialAsk(client: pg.ClientBase, inTime: InTime = (answer) => answer): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends object>(text: string, ...cells: readonly Cell[]) => {
    const answered = last.then(async (): Promise<Rows<Row>> => {
      const name = cells.length === 0 ? undefined : nameOf(text)
      const told = await inTime(client.query<Row>({ text, values: [...cells], ...(name && { name }) }))
      // Of several statements in one text, which have no cells, the last one counts.
      const { rows = [], rowCount = 0 } = [told].flat().at(-1) ?? {}
      // Rows are handed on as they are: callers see a plain list.
      return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as unknown as Rows<Row>
    })
    last = answered.catch(() => undefined)
    return answered
  }
}

/** People filter in a dozen ways; all combinations of them must not fill the server with plans. */
const mostNames = 400
const names = new Map<string, string>()

/** Under a name a statement is planned once in a connection. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < mostNames) names.set(text, `resit_${names.size}`)
  return names.get(text)
}

export type Database = Awaited<ReturnType<typeof connect>>

/**
 * @param patienceMs how long the writer waits for one answer
 * @param commit goes through once what can be read by then is durable
 * @throws StoreRefusal where what the server promises is less than a commit that survives a power cut
 */
export async function connect(server: Server, patienceMs: number, commit: () => Promise<void>) {
  const reading = new Connections(server, mostReaders)
  // The writer is heard every few seconds: where it hears nothing, the readers would not either.
  const writing = new Connections(server, 1, { patienceMs, silent: () => reading.cut() })
  const close = async () => {
    await Promise.all([writing.close(), reading.close()])
  }
  try {
    await assertDurable(writing.ask)
  } catch (cause) {
    await close()
    if (cause instanceof StoreRefusal) throw cause
    if (cause instanceof TakesNoWrites) throw new StoreRefusal('unsafe', `${cause.message}; name the primary instead`)
    throw new StorageFailure('the database cannot be reached', { cause, trouble: 'unreachable' })
  }
  /** What it answers can be believed. */
  const read: Ask = async (text, ...cells) => {
    try {
      // A question that was not answered changed nothing: it is asked once more, of a server that may have come back.
      const rows = await reading.ask<never>(text, ...cells).catch((cause: unknown) => {
        if (!isPassing(cause)) throw cause
        return reading.ask<never>(text, ...cells)
      })
      if (!server.isBelieved) await commit()
      return rows
    } catch (cause) {
      throw isPassing(cause)
        ? new StorageFailure('the database does not answer', { cause, trouble: 'unreachable' })
        : cause
    }
  }
  return { writing, reading, read, close }
}

/** Of the server or the way to it, and not of the statement: connection lost, shut down, no room, taken apart, too slow. */
const passing = /^(08|25006|25P03|40001|40P01|53|55P03|57P|58|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET)/

export const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''

/** Whether the same may succeed a moment later. */
export const isPassing = (cause: unknown): boolean => passing.test(codeOf(cause))
