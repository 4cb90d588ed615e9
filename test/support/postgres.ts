import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { postgresPrograms, reachable } from '../../build/postgres-programs.ts'

/** Databases of a real PostgreSQL. */
export interface PostgresDatabases {
  readonly url: (database: string) => string
  /**
   * Makes a new database, empty or as a copy of another one without connections.
   * @returns its URL
   */
  database(template?: string): Promise<string>
  /** Drops a database, also while it is in use. */
  drop(url: string): Promise<void>
  /** Runs a statement as the owner, on its own connection. */
  ask(database: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** A server that a test may stop. */
export interface PostgresServer extends PostgresDatabases {
  /** Ends at once, as by a power cut, or in order. */
  stop(how?: 'at_once' | 'in_order'): Promise<void>
  /** Starts again on the same files and the same port. */
  start(): Promise<void>
  /** Stops the server and deletes its files. */
  remove(): Promise<void>
}

/** @returns null if a PostgreSQL can be started here, otherwise the reason */
export async function whyNoPostgres(): Promise<string | null> {
  const found = await postgresPrograms()
  return 'why' in found ? found.why : null
}

/** The settings for durability stay PostgreSQL's own, so that tests test what is promised. */
const flags = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Four test files run at a time, and some have several gateways with ten connections each.
  max_connections: '300',
  shared_buffers: '32MB',
}

/**
 * The arguments of the program `postgres`.
 * @param files the folder of its cluster
 */
export const serverArgs = (files: string, port: number, flags: Readonly<Record<string, string>>): readonly string[] => [
  '-D',
  files,
  '-p',
  String(port),
  ...Object.entries(flags).flatMap(([name, on]) => ['-c', `${name}=${on}`]),
]

/** @throws Error if it cannot be started */
export async function startPostgres(): Promise<PostgresServer> {
  const found = await postgresPrograms()
  if ('why' in found) throw new Error(found.why)
  const home = mkdtempSync(join(tmpdir(), 'resit-postgres-'))
  chmodSync(home, 0o755)
  const { folder: programs, runner } = reachable(found, home)
  const files = join(home, 'files')
  mkdirSync(files, { mode: 0o700 })
  if (runner.uid !== undefined && runner.gid !== undefined) chownSync(files, runner.uid, runner.gid)
  const made = spawnSync(
    join(programs, 'initdb'),
    [`--pgdata=${files}`, '--username=resit', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...runner, encoding: 'utf8', cwd: home },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const program = join(programs, 'postgres')
  const args = serverArgs(files, port, flags)
  let running: ChildProcess | null = null
  const killed = () => running?.kill('SIGKILL')
  process.on('exit', killed)
  const start = async () => {
    running = await startedServer(spawn(program, args, { ...runner, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] }))
  }
  const stop = async (how: 'at_once' | 'in_order' = 'in_order') => {
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill(how === 'at_once' ? 'SIGQUIT' : 'SIGINT')
    await ended
  }
  await start()
  return {
    ...databasesAt(`postgres://resit@127.0.0.1:${port}`),
    start,
    stop,
    async remove() {
      await stop('at_once')
      process.off('exit', killed)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** @param server its URL, without a database @param usual the template of new databases */
export function databasesAt(server: string, usual = 'template1'): PostgresDatabases {
  const url = (database: string) => `${server}/${database}`
  const ask: PostgresDatabases['ask'] = async (database, text) => {
    const client = new pg.Client(url(database))
    await client.connect()
    try {
      const { rows } = await client.query<Readonly<Record<string, unknown>>>(text)
      return rows
    } finally {
      await client.end()
    }
  }
  return {
    url,
    ask,
    async database(template = usual) {
      const name = `resit_${randomBytes(6).toString('hex')}`
      await ask('postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`)
      return url(name)
    },
    async drop(address) {
      await ask('postgres', `DROP DATABASE ${new URL(address).pathname.slice(1)} WITH (FORCE)`)
    },
  }
}

/** @throws Error with its output, if it ends before it is ready */
export async function startedServer(server: ChildProcess): Promise<ChildProcess> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (piece: Buffer) => {
      said = `${said}${piece.toString()}`.slice(-4000)
      if (/ready to accept (read-only )?connections/.test(said)) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)))
    server.once('error', reject)
  })
  return server
}

/** A port below those that the system gives to connections: no connection may take it while the server is stopped. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
