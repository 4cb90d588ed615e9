import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { openReader } from '../open.ts'
import { buildStore } from '../sqlite-store.ts'
import type { BackgroundQuery } from './background.ts'

type ReportFindings = (findings: readonly JournalFinding[]) => void

type Looking = ReturnType<typeof opened>

let looking: Looking | null = null
let before: Promise<unknown> = Promise.resolve()

/** Each question sees one state of the database. */
export function answerBackgroundQuery(file: string, look: BackgroundQuery, found: ReportFindings): Promise<unknown> {
  looking ??= opened(file, found)
  const here = looking
  const answer = before.then(() => answered(here, look))
  before = answer.catch(() => undefined)
  return answer
}

async function answered({ database, store }: Looking, { area, method, args }: BackgroundQuery): Promise<unknown> {
  const asked = (store[area] as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[method]
  database.exec('BEGIN')
  try {
    return await asked?.(...args)
  } finally {
    if (database.inTransaction) database.exec('COMMIT')
  }
}

function opened(file: string, found: ReportFindings) {
  const database = openReader(file)
  return { database, store: buildStore({ writer: database, reader: database }, { found }) }
}
