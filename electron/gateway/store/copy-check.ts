import { rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { checkPages } from './page-check.ts'

/** Copied in one turn of the loop: half a megabyte. */
const pagesAtOnce = 128
/** What a copy leaves free, for everything else that goes on meanwhile. */
const roomBeside = 256 * 1024 * 1024

/**
 * What is wrong with the pages of a database that is in use. Checked where it is, a large table would keep every till
 * waiting for seconds, and its lock lets nobody else open it: so a copy is made piece by piece, damage and all, and
 * another thread looks at that. Where the disk has no room for it the database is checked where it is.
 * @throws Error where it cannot even be read
 */
export function damagesInUse(database: Database): Promise<readonly string[]> {
  const running = looking.get(database) ?? look(database).finally(() => looking.delete(database))
  looking.set(database, running)
  return running
}

/** Who asks while somebody looks has the same answer: there is one copy. */
const looking = new WeakMap<Database, Promise<readonly string[]>>()

async function look(database: Database): Promise<readonly string[]> {
  const copy = copyOf(database.name)
  if (!hasRoomForCopy(database)) return damagesInPlace(database)
  removeCheckedCopy(database.name)
  try {
    await database.backup(copy, { progress: () => pagesAtOnce })
    return await damagesElsewhere(copy)
  } finally {
    removeCheckedCopy(database.name)
  }
}

const copyOf = (file: string): string => `${file}.checking`

/** One that a stop in the middle of a check left behind is of no use, and has in it what the database has. */
export function removeCheckedCopy(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${copyOf(file)}${end}`, { force: true })
}

function hasRoomForCopy(database: Database): boolean {
  const [pages, pageSize] = ['page_count', 'page_size'].map((name) => Number(database.pragma(name, { simple: true })))
  const { bavail, bsize } = statfsSync(dirname(database.name))
  return bavail * bsize > (pages ?? 0) * (pageSize ?? 0) + roomBeside
}

async function damagesInPlace(database: Database): Promise<readonly string[]> {
  const damages: string[] = []
  for (const found of checkPages(database)) {
    damages.push(...found)
    // Everybody else's questions come in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return damages
}

function damagesElsewhere(copy: string): Promise<readonly string[]> {
  const worker = new Worker(new URL('./copy-check-thread.ts', import.meta.url), { workerData: copy })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the check of a copy ended with ${code} and said nothing`)))
  })
}
