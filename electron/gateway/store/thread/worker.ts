import { parentPort, workerData } from 'node:worker_threads'
import type { Store } from '../port.ts'
import { StoreRefusal } from '../refusal.ts'
import { openSqliteStore } from '../sqlite-store.ts'
import type { Ask, Opened, PlainError, Reply } from './messages.ts'

/** The thread that has the database: nobody else waits for the disk. */
const port = parentPort
if (!port) throw new Error('this file runs in a thread of its own')
const say = (message: Opened | readonly Reply[]) => port.postMessage(message)

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

const plain = (thrown: unknown): PlainError =>
  thrown instanceof Error
    ? { name: thrown.name, message: thrown.message, code: 'code' in thrown ? thrown.code : null }
    : { name: 'Error', message: String(thrown), code: null }

type Method = (...args: readonly unknown[]) => Promise<unknown>

function serve(store: Store): void {
  port?.on('message', (asks: readonly Ask[]) => {
    for (const { id, area, method, args } of asks) {
      const deed = (store[area] as unknown as Readonly<Record<string, Method>>)[method]
      if (!deed) throw new Error(`the store has no ${area}.${method}`)
      deed(...args).then(
        (value) => answer({ id, ok: true, value }),
        (thrown: unknown) => answer({ id, ok: false, error: plain(thrown) }),
      )
    }
  })
}

try {
  const store = openSqliteStore((workerData as { readonly file: string }).file)
  serve(store)
  say({ ok: true })
} catch (cause) {
  const reason = cause instanceof StoreRefusal ? cause.reason : null
  say({ ok: false, reason, message: cause instanceof Error ? cause.message : String(cause) })
}
