import { copyFile, lchown, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runner } from '../../build/postgres-programs.ts'

/** Files that a copy must not have, or that a start makes again. */
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|standby\.signal|backup_label)$/
const emptied: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Copies the files of a running server during its low-level backup. Some files disappear meanwhile. */
export async function copyFiles(from: string, to: string, runner: Runner): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  await ownAs(runner, to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    try {
      if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
      else if (!entry.isDirectory()) await copyFile(source, target)
      else if (emptied.has(entry.name)) await mkdir(target, { mode: 0o700 })
      else await copyFiles(source, target, runner)
    } catch (cause) {
      if (isGone(cause)) continue
      throw cause
    }
    await ownAs(runner, target)
  }
}

const isGone = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'

export async function ownAs({ uid, gid }: Runner, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await lchown(path, uid, gid)
}
