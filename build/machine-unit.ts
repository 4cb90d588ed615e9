import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Time of one unit on the machine for which limits and budgets were chosen. */
const usualMs = { work: 60, commits: 20 } as const

const rows = Array.from({ length: 20_000 }, (_, row) => ({ row, text: `row ${row}`, of: [row, row * 2] }))

function work(): void {
  for (let turn = 0; turn < 5; turn += 1) JSON.parse(JSON.stringify(rows))
}

function commits(): void {
  const folder = mkdtempSync(join(tmpdir(), 'resit-unit-'))
  const database = new Database(join(folder, 'unit.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE unit (n INTEGER)')
  const insert = database.prepare('INSERT INTO unit VALUES (?)')
  for (let n = 0; n < 20; n += 1) insert.run(n)
  database.close()
  rmSync(folder, { recursive: true })
}

function clockMs(task: () => void): number {
  const begun = performance.now()
  task()
  return performance.now() - begun
}

/** How many times as long this machine takes by the clock, busy or slow. Never below one. */
const slownessByClock = (): number => Math.max(1, clockMs(work) / usualMs.work, clockMs(commits) / usualMs.commits)

/** How many times as much processor time this machine needs. Never below one. */
export function slownessOfProcessor(): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (user + system) / 1000 / usualMs.work)
}

/** The long run has tests that take minutes; every night some sell for ten, and send and compare all of it afterwards. */
function usualLimitMs(): number {
  if (process.env['RESIT_FAULTS_FULL'] === '1') return 2_400_000
  return process.env['IN_FULL'] === '1' ? 600_000 : 120_000
}

/**
 * A test that takes longer counts as hanging. The limit is many times the longest test, because the machine may become busy
 * after this was measured. A run measures once and passes the limit to its steps.
 */
export function hangLimitMs(): number {
  const told = Number(process.env['TESTS_HANG_LIMIT_MS'])
  return told > 0 ? told : Math.round(usualLimitMs() * slownessByClock())
}
