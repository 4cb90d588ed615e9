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
 * what is left of each sale in the database and the journal, how long that takes, and how long the tills wait for it
 * beside what they wait while nothing else is done.
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

/** Twelve tills, each a sale every 100 ms. @returns their waits, the longest last */
async function selling(until: () => boolean): Promise<readonly number[]> {
  const [company] = await store.companies.list()
  const { companyGuid = '', companyCode = '' } = company?.profile ?? {}
  const waits: number[] = []
  const till = async () => {
    while (!until()) {
      names.sold += 1
      const n = 1_000_000 + names.sold
      const own = {
        companyGuid,
        companyCode,
        saleGuid: crypto.randomUUID(),
        saleCode: `${n}`,
        documentNumber: `N-${n}`,
      }
      const begun = performance.now()
      const written = await store.records.write({ writes: [insertion(n, own, { at: later })] })
      if (!written.ok) throw new Error(written.why)
      waits.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await Promise.all(Array.from({ length: 12 }, till))
  return waits.toSorted((one, other) => one - other)
}

const told = (waits: readonly number[]) => {
  const at = (share: number) => (waits[Math.floor(share * (waits.length - 1))] ?? 0).toFixed(0)
  return `of ${waits.length} sales half waited ${at(0.5)} ms, 99 of 100 ${at(0.99)} ms, the longest ${at(1)} ms`
}

try {
  const end = performance.now() + 10_000
  say(`nothing else is done: ${told(await selling(() => performance.now() > end))}`)
  const before = usedBytes()
  const plain = journalFiles()
  const sold = names.sold
  let isDone = false
  const waits = selling(() => isDone)
  const begun = performance.now()

  let madeMs = 0
  const on = async () => {
    const step = await store.upkeep.archiveOn(later)
    if (step !== 'made') await new Promise((resolve) => setTimeout(resolve, Number(values.pause)))
    return step
  }
  let step = ''
  while (step !== 'packed' && step !== 'nothing') {
    const stepped = performance.now()
    step = await on()
    if (step === 'made') madeMs += performance.now() - stepped
  }
  const tookMs = performance.now() - begun
  isDone = true
  say(`a month is archived: ${told(await waits)}`)
  say(`files made in ${(madeMs / 1000).toFixed(1)} s, rows gone after ${(tookMs / 1000).toFixed(1)} s`)
  // What was sold meanwhile came in like any other sale: about as much room as at first.
  say(`${names.sold - sold} sales came meanwhile; ${each(folderBytes('archive'))} of archive for each archived one`)
  isDone = false
  const meanwhile = selling(() => isDone)
  const packing = performance.now()
  while (step !== 'nothing') step = await on()
  const packedMs = performance.now() - packing
  isDone = true
  say(`files of the journal are packed: ${told(await meanwhile)}`)
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
