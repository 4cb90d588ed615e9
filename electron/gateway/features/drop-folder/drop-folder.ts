import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { WireProblem } from '../../../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { Log } from '../../ports.ts'
import type { ChangeNotifier } from '../records/changes.ts'
import { Arrivals } from './arrivals.ts'
import {
  type AskGateway,
  answerFileName,
  documentOfAcceptedFile,
  type FileStage,
  fetchStatus,
  refusalFileName,
  submitFile,
  takenFileName,
  writeWhole,
} from './documents.ts'

export interface DropFolderDeps {
  readonly directory: string
  /** Between two looks. */
  readonly lookMs: number
  readonly ask: AskGateway
  readonly changes: Pick<ChangeNotifier, 'listen'>
  readonly log: Log
}

/** The fault is not the document's: all documents wait. */
const waitFor = [401, 403, 408, 421, 429, 503]
const mostPauseLooks = 60
/** A file that is still being written looks broken. */
const maybeUnfinished: readonly string[] = ['malformed_json', 'bad_encoding']

/**
 * For a till that can only write files: the gateway submits each document of the folder, and writes the answer into the
 * same folder (contract 10). The document keeps its name until the answer is durable. The gateway knows it again by its business key, so a crash at any
 * point repeats a step and does nothing twice.
 */
export class DropFolder {
  readonly #deps: DropFolderDeps
  readonly #arrivals: Arrivals
  readonly #open = new Map<string, WireRecord>()
  readonly #changed = new Set<string>()
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #isReopened = false
  #isTroubled = false
  /** Looks to leave out now, and how many to leave out if the next one fails, too. */
  #looksToWait = 0
  #pauseLooks = 1

  constructor(deps: DropFolderDeps) {
    this.#deps = deps
    this.#arrivals = new Arrivals(deps.directory)
  }

  start(): void {
    const { changes, lookMs } = this.#deps
    const { signal } = this.#stopping
    const stopListening = changes.listen(({ saleGuid }) => this.#changed.add(saleGuid))
    signal.addEventListener('abort', stopListening)
    this.#running = this.#keepLooking(lookMs, signal)
  }

  async #keepLooking(lookMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#guarded()
      await pause(lookMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** The folder may be on another computer: if it fails, the next look tries again. */
  async #guarded(): Promise<void> {
    const { log, directory } = this.#deps
    try {
      if (!this.#isReopened) await this.#reopen()
      this.#isReopened = true
      await this.#look()
      if (this.#isTroubled) log.info({ directory }, 'the drop folder works again')
      this.#isTroubled = false
    } catch (err) {
      if (!this.#isTroubled) log.error({ err, directory }, 'the drop folder cannot be worked through')
      this.#isTroubled = true
    }
  }

  /** After a start: goes on waiting for the final status of documents. */
  async #reopen(): Promise<void> {
    const names = await readdir(this.#deps.directory)
    for (const document of names.flatMap((name) => documentOfAcceptedFile(name) ?? [])) {
      const answer = await readFile(this.#path(answerFileName(document)), 'utf8').catch(() => null)
      const record = answer === null ? null : recordIn(answer)
      if (record) this.#follow(document, record)
      // The answer was taken away: it is made again, as for a document that is new.
      else if (!names.includes(document)) await this.#rename(takenFileName(document, 'open'), document)
    }
  }

  async #look(): Promise<void> {
    this.#looksToWait -= 1
    const due = this.#looksToWait > 0 ? [] : await this.#arrivals.due()
    for (const document of due) {
      if (this.#stopping.signal.aborted) return
      const isGoingOn = await this.#alone(document, () => this.#takeIn(document))
      this.#pauseLooks = isGoingOn ? 1 : Math.min(this.#pauseLooks * 2, mostPauseLooks)
      this.#looksToWait = this.#pauseLooks
      if (!isGoingOn) break
    }
    const changed = new Set(this.#changed)
    this.#changed.clear()
    for (const [document, record] of this.#open)
      if (changed.has(record.SALE_GUID)) await this.#alone(document, () => this.#answerAnew(document, record))
  }

  /** If one document cannot be read or moved, the others go on. */
  async #alone(document: string, task: () => Promise<boolean>): Promise<boolean> {
    try {
      return await task()
    } catch (err) {
      this.#arrivals.hold(document)
      const record = this.#open.get(document)
      if (record) this.#changed.add(record.SALE_GUID)
      if (codeOf(err) === 'ENOENT') this.#open.delete(document)
      else this.#deps.log.error({ err, document }, 'a document of the drop folder waits')
      return true
    }
  }

  /** @returns false if the other documents should wait, too */
  async #takeIn(document: string): Promise<boolean> {
    const { status, text } = await submitFile(this.#path(document), this.#deps.ask)
    checkpoint('drop_submitted')
    if (status < 300) {
      await this.#accept(document, text)
      return true
    }
    const { code } = JSON.parse(text) as WireProblem
    const isForAll = waitFor.includes(status)
    if (isForAll || status >= 500 || (maybeUnfinished.includes(code) && !this.#arrivals.isLongStill(document))) {
      this.#arrivals.hold(document)
      this.#deps.log.warn({ document, status, code }, 'a document of the drop folder waits')
      return !isForAll
    }
    await this.#place(document, refusalFileName(document), text)
    checkpoint('drop_answered')
    await this.#settle(document, 'refused')
    return true
  }

  async #accept(document: string, text: string): Promise<void> {
    await this.#place(document, answerFileName(document), text)
    checkpoint('drop_answered')
    await rm(this.#path(refusalFileName(document)), { force: true })
    const record = JSON.parse(text) as WireRecord
    await this.#settle(document, isFinal(record) ? 'done' : 'open')
    if (!isFinal(record)) this.#follow(document, record)
  }

  async #settle(document: string, how: FileStage): Promise<void> {
    await this.#rename(document, takenFileName(document, how))
    this.#arrivals.forget(document)
    if (how === 'refused') return
    this.#open.delete(document)
    if (how === 'done') await rm(this.#path(takenFileName(document, 'open')), { force: true })
  }

  #follow(document: string, record: WireRecord): void {
    this.#open.set(document, record)
    // The record may have changed before the listener was added.
    this.#changed.add(record.SALE_GUID)
  }

  async #answerAnew(document: string, record: WireRecord): Promise<boolean> {
    const { status, text } = await fetchStatus(record, this.#deps.ask)
    if (status !== 200) {
      this.#changed.add(record.SALE_GUID)
      return false
    }
    const open = takenFileName(document, 'open')
    await this.#place(open, answerFileName(document), text)
    if (!isFinal(JSON.parse(text) as WireRecord)) return true
    await this.#rename(open, takenFileName(document, 'done'))
    this.#open.delete(document)
    return true
  }

  /** A user who may read the document may read its answer. */
  async #place(document: string, name: string, text: string): Promise<void> {
    const { mode } = await stat(this.#path(document))
    await writeWhole(this.#path(name), `${JSON.stringify(JSON.parse(text), null, 2)}\n`, (mode & 0o666) | 0o600)
  }

  #rename(from: string, to: string): Promise<void> {
    return rename(this.#path(from), this.#path(to))
  }

  #path(name: string): string {
    return join(this.#deps.directory, name)
  }
}

/** Receipts wait up to a month: their answer is not awaited. */
const isFinal = ({ STATUS, CONSOLIDATED }: WireRecord): boolean =>
  CONSOLIDATED || !['Pending', 'InProgress'].includes(STATUS)

const codeOf = (cause: unknown): unknown => (cause instanceof Error && 'code' in cause ? cause.code : null)

function recordIn(text: string): WireRecord | null {
  const record = nullIfThrown(() => JSON.parse(text) as WireRecord | null)
  return typeof record?.SALE_GUID === 'string' ? record : null
}
