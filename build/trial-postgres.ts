import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { getOrCreateSecret } from '../electron/gateway/installation/secrets.ts'
import { writeDurably } from '../electron/gateway/platform/durable-file.ts'
import type { GatewayPorts } from '../electron/gateway/ports.ts'
import { BadConfiguration } from '../electron/gateway/settings/values.ts'
import { StorageFailure } from '../electron/gateway/store/refusal.ts'
import { type PostgresPrograms, postgresPrograms, type Runner, reachable } from './postgres-programs.ts'

interface Place extends PostgresPrograms {
  readonly home: string
  readonly files: string
}

/** On loopback only. The settings for durable commits are PostgreSQL's own. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'logging_collector=on',
  'log_filename=postgresql-%a.log',
  'log_truncate_on_rotation=on',
].flatMap((setting) => ['--set', setting])

const startPatienceSeconds = 60
const lookMs = 100
const leftPatienceMs = 5_000
/** The longest wait for a stop. After that the server continues to shut down in the background. */
const stopPatienceSeconds = 2

/**
 * Starts the PostgreSQL under a data directory, which this process must hold. If a head office was killed and left one
 * running, that one is used.
 * @returns its address with the password of its administrator, and a function that stops it
 * @throws BadConfiguration if this machine has no PostgreSQL · StorageFailure if it does not start
 */
export async function startEmbedded(dataDir: string, deps: Pick<GatewayPorts, 'secrets' | 'randomness' | 'log'>) {
  const found = await postgresPrograms()
  if ('why' in found)
    throw new BadConfiguration(`RESIT_POSTGRES_URL names no database, and none can be started here: ${found.why}.`)
  const password = await getOrCreateSecret(deps.secrets, 'embedded-postgres/password', () => deps.randomness.secret(24))
  const place = placeIn(dataDir, found)
  if (!existsSync(place.files)) initialise(place, password)
  const urlAt = (port: number) => `postgres://resit:${password}@127.0.0.1:${port}/postgres`
  const port = (await leftRunning(place, urlAt)) ?? (await begun(place))
  deps.log.warn({ port }, 'PostgreSQL runs under the data directory: to try things out, not for a shop’s documents')
  return {
    url: urlAt(port),
    stop() {
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
        `PostgreSQL does not run as root, and the user it runs as cannot reach ${home}. Choose a --data-dir whose folders above let all users through, such as /var/lib/resit, or name a database with RESIT_POSTGRES_URL.`,
      )
  }
  return { ...reachable(found, home), home, files: join(home, 'data') }
}

/** Only the user of PostgreSQL may pass through the data directory. Every command closes it again. */
function letThrough(dataDir: string, { runner }: Pick<Place, 'runner'>): void {
  if (!isOther(runner)) return
  chownSync(dataDir, process.getuid?.() ?? 0, runner.gid)
  chmodSync(dataDir, 0o710)
}

const isOther = (runner: Runner): runner is Required<Runner> => runner.uid !== undefined

/** Under another name until it is whole: half a cluster would never start. */
function initialise({ folder, runner, home, files }: Place, password: string): void {
  const fresh = `${files}.new`
  const passwordFile = join(home, 'password')
  rmSync(fresh, { recursive: true, force: true })
  try {
    writeDurably(passwordFile, password)
    if (isOther(runner)) chownSync(passwordFile, runner.uid, runner.gid)
    const args = [`--pgdata=${fresh}`, '--username=resit', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const made = spawnSync(join(folder, 'initdb'), [...args, '--encoding=UTF8', '--locale=C', ...settings], {
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
 * The server that a killed head office left. Its pid file may be left over too, and the process ID may be another program's:
 * only the server of these files knows their password.
 * @returns its port; null if no server answers, and then one can be started
 */
async function leftRunning({ files }: Place, urlAt: (port: number) => string): Promise<number | null> {
  const file = join(files, 'postmaster.pid')
  // A server that starts or stops refuses for a while.
  const until = performance.now() + leftPatienceMs
  while (existsSync(file) && performance.now() < until) {
    const port = Number(readFileSync(file, 'utf8').split('\n')[3])
    if (await answers(urlAt(port))) return port
    await pause(lookMs)
  }
  rmSync(file, { force: true })
  return null
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: leftPatienceMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** In a session of its own, so that Ctrl+C reaches the head office only, which stops the server. @returns its port */
async function begun(place: Place): Promise<number> {
  const port = await freePort()
  const said = join(place.home, 'start.log')
  const args = ['start', '-w', '-t', String(startPatienceSeconds), '-l', said, '-o', `-p ${port}`]
  if (!controlled(place, args))
    throw new StorageFailure(
      `PostgreSQL did not start: ${existsSync(said) ? readFileSync(said, 'utf8').slice(-2000) : ''}`,
    )
  return port
}

function controlled({ folder, runner, home, files }: Place, args: readonly string[]): boolean {
  const told = spawnSync(join(folder, 'pg_ctl'), [...args, '-D', files], { ...runner, cwd: home, stdio: 'ignore' })
  return told.status === 0
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
