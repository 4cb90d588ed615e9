import { z } from 'zod'
import type { OperatorRow } from '../operator.ts'
import { day, keyText, text } from '../shapes/text.ts'
import { at, count } from '../shapes/times-and-counts.ts'

export const backupAsk = z.strictObject({ file: text(1000) }).meta({ id: 'BackupAsk' })
const backup = z
  .object({
    file: z.string(),
    bytes: count,
  })
  .meta({ id: 'Backup' })

/** Something that takes its time, for whoever looks on. */
const task = {
  state: z.enum(['none', 'running', 'done', 'failed']).meta({ description: 'Of the last one since the start' }),
  done_bytes: count.meta({ description: 'How much of it is done' }),
  total_bytes: count.meta({ description: '0 while it is not known' }),
  started_at: at.nullable(),
  finished_at: at.nullable(),
  message: z.string().nullable().meta({ description: 'Why it failed, and what to do; null otherwise' }),
}

export const backupMade = z.object({ ...task, file: z.string().nullable() }).meta({ id: 'BackupProgress' })

const evidenceAsk = z
  .strictObject({
    from: day,
    to: day.meta({ description: 'The last day, included' }),
    company: keyText().nullable().meta({ description: 'COMPANY_CODE; null for every company' }),
  })
  .meta({ id: 'EvidenceAsk' })

export const evidenceMade = z
  .object({
    ...task,
    from: z.string().nullable(),
    to: z.string().nullable(),
    company: z.string().nullable(),
    pack: z
      .object({
        bytes: count,
        fingerprint: z.string().meta({ description: 'SHA-256 of the file' }),
        attempts: count,
        lines: count,
        whole: z.boolean().meta({ description: 'Whether the journal could be read to its end' }),
      })
      .meta({ id: 'EvidencePack' })
      .nullable()
      .meta({ description: 'What was made; null until it is done' }),
  })
  .meta({ id: 'EvidenceProgress' })

/** A whole file. */
const pack = z.string()

/** What an owner takes away: copies of everything, and evidence of what was sent. */
export const upkeepRows = {
  backup: {
    method: 'POST',
    path: '/backup',
    scope: 'admin',
    summary: 'Copy the database into a new file on this machine, while the gateway works',
    body: backupAsk,
    answers: { 200: backup },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  showBackup: {
    method: 'GET',
    path: '/backup',
    scope: 'admin',
    summary: 'How far the copy is that is being made, or what came of the last one',
    answers: { 200: backupMade },
    faults: [],
  },
  makeEvidence: {
    method: 'POST',
    path: '/evidence',
    scope: 'admin',
    summary: 'Begin a pack of evidence of some days; where one is being made, that one is told of',
    body: evidenceAsk,
    answers: { 200: evidenceMade },
    faults: ['validation_failed', 'company_not_found'],
  },
  showEvidence: {
    method: 'GET',
    path: '/evidence',
    scope: 'admin',
    summary: 'How far the pack of evidence is that is being made, or what came of the last one',
    answers: { 200: evidenceMade },
    faults: [],
  },
  evidenceFile: {
    method: 'GET',
    path: '/evidence/file',
    scope: 'admin',
    summary: 'The pack of evidence that was made last, since the start of the gateway',
    produces: 'application/zip',
    answers: { 200: pack },
    faults: ['route_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
