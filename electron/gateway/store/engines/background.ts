import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { CopyMessage, CopyTaskInput } from '../copy/copying.ts'
import type { RestoreTest } from '../port/copy.ts'
import type { VerifyReport } from '../port/journal.ts'
import type { Store } from '../port/port.ts'
import { BackupFailure } from '../refusal.ts'

/** A call of the store's port, by its names. */
export interface BackgroundQuery {
  readonly area: keyof Store
  readonly method: string
  readonly args: readonly unknown[]
}

/** Long tasks: the input, the messages on the way, the result. */
export interface BackgroundTasks {
  readonly look: readonly [BackgroundQuery, never, unknown]
  readonly verify: readonly [null, never, VerifyReport]
  readonly backUp: readonly [string, never, void]
  /** Ends when the copy is stopped. */
  readonly copy: readonly [CopyTaskInput, CopyMessage, void]
  readonly renewCopy: readonly [null, never, void]
  readonly stopCopy: readonly [null, never, void]
  readonly backUpCopy: readonly [null, never, string]
  readonly tryCopy: readonly [null, never, RestoreTest]
}

export interface TaskRequest<Kind extends keyof BackgroundTasks = keyof BackgroundTasks> {
  readonly id: number
  readonly kind: Kind
  readonly given: BackgroundTasks[Kind][0]
}

/** Messages of the thread. */
export type TaskMessage =
  | { readonly found: readonly JournalFinding[] }
  | { readonly id: number; readonly told: unknown }
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number
      readonly error: { readonly name: string; readonly message: string; readonly code?: unknown }
    }

interface Waiting {
  readonly tell: (told: never) => void
  readonly resolve: (result: never) => void
  readonly reject: (cause: Error) => void
}

export interface BackgroundOptions {
  readonly file: string
  readonly givesWay: boolean
}

/** After this time the thread ends and takes no memory. */
const idleMs = 60_000
/** A store that closes does not wait longer for the thread. */
const endingMs = 1_000

/** A thread with its own connections; it ends a minute after the last question. */
export class WorkerThread {
  readonly #place: BackgroundOptions
  readonly #found: (findings: readonly JournalFinding[]) => void
  #worker: Worker | null = null
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #idle: NodeJS.Timeout | undefined

  /** @param found gets what was changed or damaged */
  constructor(place: BackgroundOptions, found: (findings: readonly JournalFinding[]) => void) {
    this.#place = place
    this.#found = found
  }

  /** @throws the error of the task; Error if the thread was ended or could not be started: the next task tries again */
  async ask<Kind extends keyof BackgroundTasks>(
    kind: Kind,
    given: BackgroundTasks[Kind][0],
    tell: (told: BackgroundTasks[Kind][1]) => void = () => undefined,
  ): Promise<BackgroundTasks[Kind][2]> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#begun()
    const worker = this.#worker
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { tell, resolve, reject })
      worker.postMessage({ id, kind, given } satisfies TaskRequest<Kind>)
    })
  }

  /** Closes its connections within a second, if it can. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#lose(new Error('the database was closed meanwhile'))
    if (worker) await Promise.race([worker.terminate(), pause(endingMs, null, { ref: false })])
  }

  #begun(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: this.#place })
    worker.unref()
    worker.on('message', (said: TaskMessage) => {
      if (worker === this.#worker) this.#hear(said)
    })
    worker.on('error', (cause) => worker === this.#worker && this.#lose(cause as Error))
    worker.on('exit', () => worker === this.#worker && this.#lose(new Error('the thread ended')))
    return worker
  }

  #hear(said: TaskMessage): void {
    if ('found' in said) return this.#found(said.found)
    const waiting = this.#waiting.get(said.id)
    if ('told' in said) return waiting?.tell(said.told as never)
    this.#waiting.delete(said.id)
    if ('error' in said) waiting?.reject(revived(said.error))
    else waiting?.resolve(said.result as never)
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.stop(), idleMs).unref()
  }

  #lose(cause: Error): void {
    this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(cause)
    this.#waiting.clear()
  }
}

function revived({
  name,
  message,
  code,
}: {
  readonly name: string
  readonly message: string
  readonly code?: unknown
}) {
  const error = Object.assign(new Error(message), code !== undefined && code !== null && { code })
  return name === BackupFailure.name ? new BackupFailure(message, { cause: error }) : error
}
