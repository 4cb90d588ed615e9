import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { text } from '../shapes/text.ts'
import { at, count } from '../shapes/times-and-counts.ts'

const backupAsk = z.strictObject({ file: text(1000) }).meta({ id: 'BackupAsk' })
const backup = z
  .object({
    file: z.string(),
    bytes: count,
  })
  .meta({ id: 'Backup' })

/** Something that takes its time, for whoever looks on. */
const task = {
  state: z.enum(['none', 'running', 'done', 'failed']).describe('Of the last one since the start'),
  done_bytes: count.describe('How much of it is done'),
  total_bytes: count.describe('0 while it is not known'),
  started_at: at.nullable(),
  finished_at: at.nullable(),
  message: z.string().nullable().describe('Why it failed, and what to do; null otherwise'),
}

export const backupMade = z.object({ ...task, file: z.string().nullable() }).meta({ id: 'BackupProgress' })

/** What an owner takes away: copies of everything. */
export const upkeepRows = {
  backup: {
    path: '/backup',
    scope: 'admin',
    summary: 'Copy the database into a new file on this machine, while the gateway works',
    body: backupAsk,
    answers: { 200: backup },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  showBackup: {
    path: '/backup',
    scope: 'admin',
    summary: 'How far the copy is that is being made, or what came of the last one',
    answers: { 200: backupMade },
  },
} as const satisfies Record<string, OperatorRow>
