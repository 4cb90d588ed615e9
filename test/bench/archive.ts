import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { beginnings, isPackedFile, pathOf } from '../../electron/gateway/store/journal/files.ts'
import { openThreadedStore } from '../../electron/gateway/store/thread/threaded-store.ts'
import { spawnGateway } from '../support/process.ts'
import { insertion } from '../support/stores.ts'
import { journalOf } from './fill.ts'
import { liveThrough } from './lives.ts'

/**
 * Closed months of a shop go into files of their own, and the files of its journal are packed, while twelve tills sell:
 * what is left of each sale in the database and the journal, how long that takes, and how long the tills wait for it,
 * step by step, beside what they wait in the same run while nothing else is done.
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '20000' },
    lines: { type: 'string', default: '1' },
    signed: { type: 'boolean', default: false },
    // Between two steps: a gateway waits 250 ms.
    pause: { type: 'string', default: '20' },
    // A file of the journal is full at 64 MB in a shop; of a smaller one more are packed.
    full: { type: 'string', default: '8000000' },
  },
})
const records = Number(values.records)
const fullBytes = Number(values.full)
const say = (text: string) => void process.stdout.write(`${text}\n`)
const dataDir = mkdtempSync(join(tmpdir(), 'resit-archive-'))
const file = join(dataDir, 'resit.db')
const days = 31
const quiet = { RESIT_LOG_LEVEL: 'error', RESIT_DISPATCH: 'off', RESIT_SCREENS: 'off' }
const usedBytes = (): number => {
  const database = new Database(file, { readonly: true })
  const [pages, free] = ['page_count', 'freelist_count'].map((name) => Number(database.pragma(name, { simple: true })))
  database.close()
  return ((pages ?? 0) - (free ?? 0)) * 4096
}
const folderBytes = (name: string): number =>
  readdirSync(join(dataDir, name)).reduce((sum, each) => sum + statSync(join(dataDir, name, each)).size, 0)
const journalFiles = (): readonly { readonly isPacked: boolean; readonly bytes: number; readonly lines: number }[] => {
  const starts = beginnings(join(dataDir, 'journal'))
  return starts.flatMap(({ file: number, line }, at) => {
    const path = pathOf(join(dataDir, 'journal'), number)
    const next = starts[at + 1]
    return next ? { isPacked: isPackedFile(path), bytes: statSync(path).size, lines: next.line - line } : []
  })
}
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
/** What a line takes, of files that are packed now. */
const bytesALine = (files: ReturnType<typeof journalFiles>, many: number): number => {
  const first = files.slice(0, many)
  return sum(first.map(({ bytes }) => bytes)) / sum(first.map(({ lines }) => lines))
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const each = (bytes: number) => `${(bytes / records).toFixed(0)} bytes`

const store = await begin()
const names = { sold: 0 }
/** By which every month of theirs is over; the tills sell then. */
const later = Date.now() + 60 * 24 * 3_600_000

async function begin() {
  await (await spawnGateway(dataDir, quiet)).stop()
  const empty = usedBytes()
  await liveThrough(
    dataDir,
    { records, days, waiting: 0, lines: Number(values.lines), isSigned: values.signed, fullBytes },
    () => undefined,
  )
  say(
    `${records} sales: ${each(usedBytes() - empty)} of database and ${each(folderBytes('journal'))} of journal for each`,
  )
  return openThreadedStore(file, await journalOf(dataDir, { fullBytes }))
}

type Doing = 'nothing' | 'made' | 'removed' | 'packed'

/** What each sale waited, under what else was done when it came. */
const waits: Record<Doing, number[]> = { nothing: [], made: [], removed: [], packed: [] }
let doing: Doing = 'nothing'
const closing = new AbortController()

/** Twelve tills, each a sale every 100 ms or so: none keeps step with another. */
async function selling(): Promise<void> {
  const [company] = await store.companies.list()
  const { companyGuid = '', companyCode = '' } = company?.profile ?? {}
  const till = async () => {
    while (!closing.signal.aborted) {
      names.sold += 1
      const n = 1_000_000 + names.sold
      const own = {
        companyGuid,
        companyCode,
        saleGuid: crypto.randomUUID(),
        saleCode: `${n}`,
        documentNumber: `N-${n}`,
      }
      const kept = waits[doing]
      const begun = performance.now()
      const written = await store.records.write({ writes: [insertion(n, own, { at: later })] })
      if (!written.ok) throw new Error(written.why)
      kept.push(performance.now() - begun)
      await wait(50 + 100 * Math.random())
    }
  }
  await Promise.all(Array.from({ length: 12 }, till))
}

function told(what: Doing): string {
  const [sorted, alone] = [waits[what], waits.nothing].map((each) => each.toSorted((one, other) => one - other))
  const of = (share: number) => {
    const [here = 0, there = 0] = [sorted, alone].map((each) => each?.[Math.floor(share * (each.length - 1))])
    return `${here.toFixed(0)} ms${what === 'nothing' ? '' : ` (${(here / there).toFixed(1)} times)`}`
  }
  return `of ${sorted?.length} sales half waited ${of(0.5)}, 99 of 100 ${of(0.99)}, the longest ${of(1)}`
}

/** One step, and what it was: sales that come while it is done wait under its name. */
async function on(as: Doing): Promise<string> {
  doing = as
  const step = await store.upkeep.archiveOn(later)
  if (step !== 'made' && step !== 'nothing') await wait(Number(values.pause))
  return step
}

try {
  const sold = selling()
  await wait(10_000)
  const before = usedBytes()
  const plain = journalFiles()
  const soldBefore = names.sold
  const begun = performance.now()
  let madeMs = 0
  let step = ''
  while (step !== 'packed' && step !== 'nothing') {
    const stepped = performance.now()
    const earlier = waits.made.length
    step = await on(step === 'made' || step === 'removed_some' ? 'removed' : 'made')
    if (step === 'made') madeMs += performance.now() - stepped
    // Instead of the file of another month a packed one came.
    if (step === 'packed') waits.packed.push(...waits.made.splice(earlier))
  }
  const archivedMs = performance.now() - begun
  const soldMeanwhile = names.sold - soldBefore
  const packing = performance.now()
  while (step !== 'nothing') step = await on('packed')
  const packedMs = performance.now() - packing
  closing.abort()
  await sold
  say(`nothing else is done: ${told('nothing')}`)
  say(`a month is put into a file: ${told('made')}`)
  say(`its rows go: ${told('removed')}`)
  say(`files of the journal are packed: ${told('packed')}`)
  say(`files made in ${(madeMs / 1000).toFixed(1)} s, rows gone after ${(archivedMs / 1000).toFixed(1)} s`)
  // What was sold meanwhile came in like any other sale: about as much room as at first.
  say(`${soldMeanwhile} sales came meanwhile; ${each(folderBytes('archive'))} of archive for each archived one`)
  const many = journalFiles().filter(({ isPacked }) => isPacked).length
  const [was, is] = [bytesALine(plain, many), bytesALine(journalFiles(), many)]
  say(
    `${many} of them, all but the first in ${(packedMs / 1000).toFixed(1)} s: a line takes ${is.toFixed(0)} of ${was.toFixed(0)} bytes, ${((100 * is) / was).toFixed(0)} of 100`,
  )
  say(`database ${((usedBytes() / before) * 100).toFixed(0)} of 100 of what it was`)
  const { findings } = await store.journal.verify()
  if (findings.length > 0) throw new Error(JSON.stringify(findings))
} finally {
  await store.upkeep.close()
  rmSync(dataDir, { recursive: true, force: true })
}
