import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { JournalOptions } from '../journal/journal.ts'
import { StorageFailure, StoreRefusal } from '../refusal.ts'
import { Reserve } from '../reserve.ts'
import { openSqliteStore } from '../sqlite-store.ts'
import { StorageCare } from '../storage-care.ts'
import { proveDatabase } from '../storage-check.ts'
import { isReadOnly, openStoreToRead } from '../storage-reading.ts'
import type { Ask, Opened, PlainError, Reply, Word } from './messages.ts'

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

let isOpen = false

interface Place {
  readonly file: string
  readonly journal?: JournalOptions
}

function careFor({ file, journal }: Place): StorageCare {
  return new StorageCare({
    open: () => openSqliteStore(file, journal),
    prove: () => proveDatabase(file),
    openToRead: () => openStoreToRead(file),
    isReadOnly: () => isReadOnly(file),
    walBytes: () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    reserve: new Reserve(join(dirname(file), 'reserve')),
    later: (ms, deed) => void setTimeout(deed, ms).unref(),
    // How it stands at first is part of the first word.
    tell: (standing) => void (isOpen && say(standing)),
  })
}

function serve(care: StorageCare): void {
  port?.on('message', (asks: readonly Ask[]) => {
    for (const { id, ...ask } of asks) {
      const asked = ask.area === 'upkeep' && ask.method === 'close' ? care.close() : care.call(ask)
      asked.then(
        (value) => answer({ id, ok: true, value }),
        (thrown: unknown) => answer({ id, ok: false, error: plain(thrown) }),
      )
    }
  })
}

async function lookAfter(care: StorageCare): Promise<void> {
  await care.look()
  setTimeout(() => void lookAfter(care), lookMs).unref()
}

const care = careFor(workerData as Place)
try {
  await care.begin()
  serve(care)
  say({ ok: true, standing: care.standing })
  isOpen = true
  setTimeout(() => void lookAfter(care), firstLookMs).unref()
} catch (cause) {
  const reason = cause instanceof StoreRefusal ? cause.reason : null
  say({ ok: false, reason, message: cause instanceof Error ? said(cause) : String(cause) })
}
