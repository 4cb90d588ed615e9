import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { syncFile } from '../../platform/durable-file.ts'
import type { Copied } from '../port/port.ts'
import { checkPages } from './page-check.ts'

/** What a thread of its own does with all of a database: copies it into a file, or looks at its pages. */
export interface Task {
  readonly file: string
  /** Null to look at it. */
  readonly part: string | null
}

/** What came of it. */
export type Said =
  | { readonly found: readonly string[] }
  | { readonly found: null; readonly message: string; readonly code: string | null }

/** By the files of the databases that they look at. */
const threads = new Map<string, Set<Worker>>()

/** Whether somebody holds an old state of a database, so that its log cannot be folded back. */
export const isReadApart = (file: string): boolean => (threads.get(file)?.size ?? 0) > 0

/** A check of a large table cannot be broken off; whoever closes waits no longer than this for it. */
const endingMs = 1_000

/** Why threads are ended before they are done. */
const reasons = new WeakMap<Worker, string>()

/**
 * Nobody looks at all of a database any more, as far as that can be had in a second.
 * @param file the database
 * @param reason what whoever asked for the look is told
 */
export async function endReadingApart(file: string, reason?: string): Promise<void> {
  const ended = [...(threads.get(file) ?? [])].map((worker) => {
    if (reason !== undefined) reasons.set(worker, reason)
    return worker.terminate()
  })
  if (ended.length > 0) await Promise.race([Promise.all(ended), pause(endingMs, null, { ref: false })])
}

/**
 * Copies a database that is in use, as it is when this begins, down to the disk.
 * @param part a file that is there and empty
 * @param tell how far it has come, again and again
 * @throws whatever keeps it from being copied
 */
export async function copyApart(
  database: Database,
  part: string,
  tell: (copied: Copied) => void = () => undefined,
): Promise<void> {
  if (!isAlone(database)) return void (await run({ file: database.name, part }, tell))
  await database.backup(part)
  syncFile(part)
}

/**
 * What is wrong with the pages of a database that is in use.
 * @throws Error where it cannot even be read
 */
export function damagesInUse(database: Database): Promise<readonly string[]> {
  const running = looking.get(database) ?? look(database).finally(() => looking.delete(database))
  looking.set(database, running)
  return running
}

/** Who asks while somebody looks has the same answer. */
const looking = new WeakMap<Database, Promise<readonly string[]>>()

const look = (database: Database): Promise<readonly string[]> =>
  isAlone(database) ? damagesInPlace(database) : run({ file: database.name, part: null })

/** What is only read is a copy that nobody else can open. */
export const isAlone = (database: Database): boolean => database.pragma('query_only', { simple: true }) === 1

async function damagesInPlace(database: Database): Promise<readonly string[]> {
  const damages: string[] = []
  for (const found of checkPages(database)) {
    damages.push(...found)
    // Everybody else's questions come in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return damages
}

/**
 * A thread has the database open until it ends; whoever closes the database ends it.
 * @returns why it was ended before it was done; null where nobody said
 */
export function readingApart(file: string, worker: Worker): () => string | null {
  const running = threads.get(file) ?? new Set()
  threads.set(file, running.add(worker))
  worker.once('exit', () => running.delete(worker))
  return () => reasons.get(worker) ?? null
}

function run(task: Task, note: (copied: Copied) => void = () => undefined): Promise<readonly string[]> {
  const worker = new Worker(new URL('./apart-thread.ts', import.meta.url), { workerData: task })
  const ended = readingApart(task.file, worker)
  return new Promise((resolve, reject) => {
    worker.on('message', (said: Said | Copied) => {
      if ('doneBytes' in said) note(said)
      else if (said.found) resolve(said.found)
      else reject(Object.assign(new Error(said.message), said.code !== null && { code: said.code }))
    })
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(ended() ?? `a look at the whole database ended with ${code} and said nothing`)),
    )
  })
}
