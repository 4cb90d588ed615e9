import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { postgresPrograms, reachable } from '../../build/postgres-programs.ts'
import { freePort, serverArgs, startedServer } from './postgres.ts'
import { copyFiles, ownAs } from './postgres-copy.ts'

const names = ['one', 'two', 'three'] as const

/** One server of the cluster. */
interface Member {
  readonly name: string
  readonly port: number
  readonly files: string
  running: ChildProcess | null
}

/** Three servers. One takes writes, and answers a commit once another one has it on disk. */
export class PostgresCluster {
  readonly #home: string
  readonly #program: string
  readonly #runner: ReturnType<typeof reachable>['runner']
  readonly #members: readonly Member[]
  #primary: Member
  readonly #address = createServer((client) => {
    const server = connect(this.#primary.port, '127.0.0.1')
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one
        .on('error', () => other.destroy())
        .on('close', () => other.destroy())
        .pipe(other)
  })
  readonly #killed = () => {
    for (const member of this.#members) signal(member, 'SIGKILL')
  }

  private constructor(
    place: { readonly home: string; readonly programs: ReturnType<typeof reachable> },
    ports: readonly number[],
  ) {
    this.#home = place.home
    this.#program = join(place.programs.folder, 'postgres')
    this.#runner = place.programs.runner
    this.#members = names.map((name, at) => ({
      name,
      port: ports[at] ?? 0,
      files: join(this.#home, name),
      running: null,
    }))
    const [primary] = this.#members
    if (!primary) throw new Error('a cluster has a server')
    this.#primary = primary
    process.on('exit', this.#killed)
  }

  /** @throws Error if none can be started */
  static async start(): Promise<PostgresCluster> {
    const found = await postgresPrograms()
    if ('why' in found) throw new Error(found.why)
    const home = mkdtempSync(join(tmpdir(), 'resit-cluster-'))
    chmodSync(home, 0o755)
    const programs = reachable(found, home)
    const { uid, gid } = programs.runner
    if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid)
    const cluster = new PostgresCluster({ home, programs }, [await freePort(), await freePort(), await freePort()])
    const made = spawnSync(
      join(programs.folder, 'initdb'),
      [
        `--pgdata=${cluster.#primary.files}`,
        '--username=resit',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { ...programs.runner, encoding: 'utf8', cwd: home },
    )
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
    await cluster.#start(cluster.#primary)
    await cluster.ask('postgres', 'CREATE DATABASE resit')
    // For the replicas too: one that is promoted waits for the others from its first commit on.
    await cluster.ask('postgres', `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${names.join(', ')})'`)
    for (const replica of cluster.#replicas) await cluster.#join(replica)
    await cluster.ask('postgres', 'SELECT pg_reload_conf()')
    await cluster.haveReplicas(2)
    await once(cluster.#address.listen(0, '127.0.0.1'), 'listening')
    return cluster
  }

  /** The address of the cluster, which always leads to the primary. */
  get url(): string {
    const { port } = this.#address.address() as AddressInfo
    return `postgres://resit@127.0.0.1:${port}/resit`
  }

  get primary(): string {
    return this.#primary.name
  }

  /** The ports of all servers, the primary's first. */
  get ports(): readonly number[] {
    return [this.#primary, ...this.#replicas].map(({ port }) => port)
  }

  get #replicas(): readonly Member[] {
    return this.#members.filter((member) => member !== this.#primary)
  }

  /** Runs a statement on the primary. */
  ask(database: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return askAt(this.#primary, database, text)
  }

  /** Waits until so many replicas have everything. */
  async haveReplicas(count: number): Promise<void> {
    const text = "SELECT count(*)::int AS count FROM pg_stat_replication WHERE state = 'streaming'"
    while (Number((await this.ask('postgres', text))[0]?.['count']) < count) await pause(100)
  }

  /** Kills the primary, as a power cut does. */
  async crash(): Promise<void> {
    await ended(this.#primary, 'SIGQUIT')
  }

  /** Starts the primary again on the same files. */
  async startAgain(): Promise<void> {
    await this.#start(this.#primary)
  }

  /**
   * Freezes all replicas, or the primary: connections stay open, and nothing answers.
   * @returns lets them go on
   */
  freeze(whom: 'primary' | 'replicas'): () => void {
    const members = whom === 'primary' ? [this.#primary] : this.#replicas
    const frozen = members.flatMap(processesOf)
    for (const pid of frozen) tell(pid, 'SIGSTOP')
    return () => {
      for (const pid of frozen) tell(pid, 'SIGCONT')
    }
  }

  /** Kills the primary for good. The replica with more data takes over. */
  async failOver(): Promise<void> {
    await ended(this.#primary, 'SIGKILL')
    const known = await Promise.all(this.#replicas.map(async (member) => ({ member, place: await received(member) })))
    const [first, second] = known
    if (!first || !second) throw new Error('no replica is left')
    this.#primary = first.place >= second.place ? first.member : second.member
    await this.ask('postgres', 'SELECT pg_promote()')
  }

  /** Makes each killed server a replica of the new primary, from a copy of its files. */
  async completeAgain(): Promise<void> {
    for (const replica of this.#replicas) {
      if (replica.running) continue
      await rm(replica.files, { recursive: true, force: true })
      await this.#join(replica)
    }
    await this.haveReplicas(2)
  }

  remove(): void {
    this.#killed()
    this.#address.close()
    process.off('exit', this.#killed)
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 })
  }

  /** A copy as PostgreSQL documents it without pg_basebackup, which npm's package does not have. */
  async #join(replica: Member): Promise<void> {
    const client = new pg.Client(urlOf(this.#primary, 'postgres'))
    await client.connect()
    try {
      await client.query("SELECT pg_backup_start('copy', fast => true)")
      await copyFiles(this.#primary.files, replica.files, this.#runner)
      const { rows } = await client.query<{ readonly labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
      )
      const others = this.#members.filter((member) => member !== replica)
      const hosts = `host=${others.map(() => '127.0.0.1').join(',')} port=${others.map(({ port }) => port).join(',')}`
      const conninfo = `${hosts} user=resit target_session_attrs=primary application_name=${replica.name} connect_timeout=3`
      for (const [name, content] of Object.entries({ backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' })) {
        const file = join(replica.files, name)
        await writeFile(file, content)
        await ownAs(this.#runner, file)
      }
      await appendFile(join(replica.files, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
    } finally {
      await client.end()
    }
    await this.#start(replica)
  }

  async #start(member: Member): Promise<void> {
    const flags = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '60',
      shared_buffers: '64MB',
      wal_keep_size: '2GB',
      max_wal_size: '2GB',
      wal_retrieve_retry_interval: '500ms',
    }
    const child = spawn(this.#program, [...serverArgs(member.files, member.port, flags)], {
      ...this.#runner,
      cwd: this.#home,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    member.running = child
    await startedServer(child)
  }
}

const urlOf = ({ port }: Member, database: string) => `postgres://resit@127.0.0.1:${port}/${database}`

async function askAt(member: Member, database: string, text: string) {
  const client = new pg.Client(urlOf(member, database))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Readonly<Record<string, unknown>>>(text)).rows
  } finally {
    await client.end()
  }
}

/** How much a replica has on disk. */
async function received(member: Member): Promise<number> {
  const text = "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::float8 AS place"
  return Number((await askAt(member, 'postgres', text))[0]?.['place'])
}

/** The processes of a server, the first one first. */
function processesOf({ running }: Member): readonly number[] {
  const { pid } = running ?? {}
  if (pid === undefined || running?.exitCode !== null || running.signalCode !== null) return []
  return [
    pid,
    ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  ]
}

function signal(member: Member, name: NodeJS.Signals): void {
  for (const pid of processesOf(member)) tell(pid, name)
}

function tell(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (cause) {
    // The process has ended already.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause
  }
}

/** Ends all processes of a server. A frozen process can only be killed. */
async function ended(member: Member, how: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  const { running } = member
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const over = once(running, 'exit')
  if (how === 'SIGKILL') signal(member, how)
  else running.kill(how)
  await over
  member.running = null
}
