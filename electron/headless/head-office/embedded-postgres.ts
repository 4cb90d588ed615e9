import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { madeOnce } from '../../gateway/installation/secrets.ts'
import { writeDurably } from '../../gateway/platform/durable-file.ts'
import type { Log, Randomness, Secrets } from '../../gateway/ports.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import { StorageFailure } from '../../gateway/store/refusal.ts'
import { whoAnswers } from './postgres-answers.ts'
import { type PostgresPrograms, postgresPrograms, type Runner, reachable, serverArgs } from './postgres-programs.ts'

/** A PostgreSQL of this data directory, for trying out. */
export interface EmbeddedPostgres {
  /** With its password: whoever knows it may do everything there. */
  readonly url: string
  /** In order, within the seconds that a stop has. */
  stop(): Promise<void>
}

interface EmbeddedDeps {
  readonly secrets: Secrets
  readonly randomness: Randomness
  readonly log: Log
}

interface Place extends PostgresPrograms {
  readonly home: string
  readonly files: string
}

/** On loopback alone. Whatever makes a commit durable is as a server has it by itself. */
const flags = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
}

const startPatienceMs = 60_000
const lookMs = 100
/** Of a stop; what it does not finish it finishes by itself. */
const stopPatienceSeconds = 2

/**
 * Starts the PostgreSQL under a data directory, which this process must hold; one that a head office left running when it
 * was killed is taken over.
 * @throws BadConfiguration where there is none on this machine · StorageFailure where it does not start
 */
export async function startEmbedded(dataDir: string, deps: EmbeddedDeps): Promise<EmbeddedPostgres> {
  const found = await postgresPrograms()
  if ('why' in found)
    throw new BadConfiguration(`RESIT_POSTGRES_URL names no database, and none can be started here: ${found.why}.`)
  const password = await madeOnce(deps.secrets, 'embedded-postgres/password', () => deps.randomness.secret(24))
  const place = placeIn(dataDir, found)
  if (!existsSync(place.files)) initialise(place, password)
  const urlAt = (port: number) => `postgres://resit:${password}@127.0.0.1:${port}/postgres`
  const port = (await leftRunning(place, urlAt)) ?? (await begun(place, urlAt))
  deps.log.warn({ port }, 'PostgreSQL runs under the data directory: to try things out, not for a shop’s documents')
  return {
    url: urlAt(port),
    async stop() {
      letThrough(dataDir, place)
      if (!controlled(place, ['stop', '-m', 'fast', '-w', '-t', String(stopPatienceSeconds)]))
        deps.log.warn('PostgreSQL has not ended yet; it does so by itself')
    },
  }
}

function placeIn(dataDir: string, found: PostgresPrograms): Place {
  const home = join(dataDir, 'postgres')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  letThrough(dataDir, found)
  if (isOther(found.runner)) {
    chownSync(home, found.runner.uid, found.runner.gid)
    if (spawnSync('test', ['-w', home], { ...found.runner, cwd: '/' }).status !== 0)
      throw new BadConfiguration(
        `PostgreSQL does not run as root, and the user it runs as cannot reach ${home}. Choose a --data-dir whose folders above let everybody through, such as /var/lib/resit, or name a database with RESIT_POSTGRES_URL.`,
      )
  }
  return { ...reachable(found, home), home, files: join(home, 'data') }
}

/** Its user must come through the data directory, which nobody else may; every command closes it again. */
function letThrough(dataDir: string, { runner }: Pick<Place, 'runner'>): void {
  if (!isOther(runner)) return
  chownSync(dataDir, process.getuid?.() ?? 0, runner.gid)
  chmodSync(dataDir, 0o710)
}

const isOther = (runner: Runner): runner is Required<Runner> => runner.uid !== undefined

/** Under another name until it is whole: a half-made one would never start. */
function initialise({ folder, runner, home, files }: Place, password: string): void {
  const fresh = `${files}.new`
  const passwordFile = join(home, 'password')
  rmSync(fresh, { recursive: true, force: true })
  try {
    writeDurably(passwordFile, password)
    if (isOther(runner)) chownSync(passwordFile, runner.uid, runner.gid)
    const args = [`--pgdata=${fresh}`, '--username=resit', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const made = spawnSync(join(folder, 'initdb'), [...args, '--encoding=UTF8', '--locale=C'], {
      ...runner,
      encoding: 'utf8',
      cwd: home,
    })
    if (made.status !== 0) throw new StorageFailure(`PostgreSQL could not be set up in ${home}: ${made.stderr}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(fresh, files)
}

/**
 * The server that a head office left when it was killed. What says that there is one may be left over too, and its number
 * be another program's by now.
 * @returns its port; null where none runs, and then nothing keeps one from starting
 */
async function leftRunning({ files }: Place, urlAt: (port: number) => string): Promise<number | null> {
  const file = join(files, 'postmaster.pid')
  const until = performance.now() + startPatienceMs
  for (;;) {
    if (!existsSync(file)) return null
    const [, , , port] = readFileSync(file, 'utf8').split('\n')
    const answer = await whoAnswers(urlAt(Number(port)), files)
    if (answer === 'ours') return Number(port)
    // It is on its way, or about to end.
    if (answer !== 'busy' || performance.now() > until) break
    await pause(lookMs)
  }
  rmSync(file, { force: true })
  return null
}

/** @returns its port */
async function begun({ folder, runner, home, files }: Place, urlAt: (port: number) => string): Promise<number> {
  const port = await portFor(join(home, 'port'))
  const said = join(home, 'start.log')
  const output = openSync(said, 'w', 0o600)
  const args = serverArgs(files, port, flags)
  // In a session of its own: Ctrl+C is for the head office, which ends it when it needs it no more.
  const server = spawn(join(folder, 'postgres'), args, {
    ...runner,
    cwd: home,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  server.unref()
  // One that cannot even be run has no number.
  server.once('error', () => undefined)
  const isThere = () => server.pid !== undefined && server.exitCode === null && server.signalCode === null
  for (const until = performance.now() + startPatienceMs; performance.now() < until && isThere(); await pause(lookMs))
    if ((await whoAnswers(urlAt(port), files)) === 'ours') return port
  throw new StorageFailure(`PostgreSQL did not start: ${readFileSync(said, 'utf8').slice(-2000)}`)
}

function controlled({ folder, runner, home, files }: Place, args: readonly string[]): boolean {
  const told = spawnSync(join(folder, 'pg_ctl'), [...args, '-D', files], { ...runner, cwd: home, stdio: 'ignore' })
  return told.status === 0
}

/** The one it had, where that is free: whoever joined finds it again. */
async function portFor(file: string): Promise<number> {
  const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (await listened(before)) ?? (await listened(0))
  if (port === null) throw new Error('no port is free')
  writeDurably(file, `${port}\n`)
  return port
}

async function listened(wished: number): Promise<number | null> {
  const server = createServer().listen(wished, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : null
}
