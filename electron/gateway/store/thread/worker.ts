import { statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { FolderLock } from '../folder-lock.ts'
import type { JournalOptions } from '../journal/journal.ts'
import { endReadingApart, isReadApart } from '../recovery/apart.ts'
import { Reserve } from '../recovery/reserve.ts'
import { StorageCare } from '../recovery/storage-care.ts'
import { foldLog, proveDatabase } from '../recovery/storage-check.ts'
import { LogLength } from '../recovery/storage-log.ts'
import { isReadOnly, openStoreToRead } from '../recovery/storage-reading.ts'
import { StorageFailure, StoreRefusal } from '../refusal.ts'
import { openSqliteStore } from '../sqlite-store.ts'
import type { Ask, Opened, PlainError, Reply, Word } from './messages.ts'
import { Packed, ReadsApart } from './reads-apart.ts'

/** The thread that has the database: nobody else waits for the disk. */
const port = parentPort
if (!port) throw new Error('this file runs in a thread of its own')
const say = (message: Opened | Word) => port.postMessage(message)

/** How often the store looks after its disk; the first time soon, and not while it has to answer at once. */
const lookMs = 5_000
const firstLookMs = 1_000

let replies: Reply[] = []

/** Answers that become known together, as those of one commit do, travel together. */
function answer(reply: Reply): void {
  replies.push(reply)
  if (replies.length > 1) return
  queueMicrotask(() => {
    say(replies)
    replies = []
  })
}

const plain = (thrown: unknown): PlainError => {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown), code: null, trouble: null }
  const trouble = thrown instanceof StorageFailure ? thrown.trouble : null
  return { name: thrown.name, message: said(thrown), code: 'code' in thrown ? thrown.code : null, trouble }
}

/** Causes stay behind in this thread; what they say is worth a line in the log. */
const said = ({ message, cause }: Error) => (cause instanceof Error ? `${message}: ${cause.message}` : message)

/** For whoever asked for a backup or a check. */
const tooLong =
  'it took so long that the log of the database grew too long; try again when less is sold, or onto a faster disk'

let isOpen = false

interface Place {
  readonly file: string
  readonly journal?: JournalOptions
  readonly readsApartFrom: number
}

function careFor({ file, journal, readsApartFrom }: Place, lock: FolderLock): StorageCare {
  const apart = new ReadsApart(file, readsApartFrom)
  return new StorageCare({
    apart,
    open: () => openSqliteStore(file, journal, lock),
    prove: () => proveDatabase(file, lock),
    openToRead: () => openStoreToRead(file),
    isReadOnly: () => isReadOnly(file),
    log: new LogLength({
      bytes: () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      freeBytes: () => freeBytesOf(dirname(file)),
      isReadApart: () => isReadApart(file),
      async endReading() {
        await Promise.all([apart.stop(), endReadingApart(file, tooLong)])
        return !apart.isOpen && !isReadApart(file)
      },
      fold: () => foldLog(file),
    }),
    reserve: new Reserve(join(dirname(file), 'reserve')),
    later: (ms, task) => void setTimeout(task, ms).unref(),
    // How it stands at first is part of the first word.
    tell: (status) => void (isOpen && say(status)),
  })
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

async function close(): Promise<void> {
  try {
    await care.close()
  } finally {
    lock.release()
  }
}

function serve(care: StorageCare): void {
  port?.on('message', (asks: readonly Ask[]) => {
    for (const { id, ...ask } of asks) {
      const asked = ask.area === 'upkeep' && ask.method === 'close' ? close() : care.call(ask)
      asked.then(
        (value) => answer(value instanceof Packed ? { id, ok: true, packed: value.bytes } : { id, ok: true, value }),
        (thrown: unknown) => answer({ id, ok: false, error: plain(thrown) }),
      )
    }
  })
}

async function lookAfter(care: StorageCare): Promise<void> {
  await care.look()
  setTimeout(() => void lookAfter(care), lookMs).unref()
}

const place = workerData as Place
const lock = new FolderLock(place.file)
const care = careFor(place, lock)
try {
  await care.begin()
  serve(care)
  say({ ok: true, status: care.status })
  isOpen = true
  setTimeout(() => void lookAfter(care), firstLookMs).unref()
} catch (cause) {
  lock.release()
  const reason = cause instanceof StoreRefusal ? cause.reason : null
  say({ ok: false, reason, message: cause instanceof Error ? said(cause) : String(cause) })
}
