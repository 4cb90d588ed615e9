import { z } from 'zod'
import { answer, ask, countSchema, daySchema, nextSaleCursorSchema, text, timeSchema } from '../../document/fields.ts'
import type { OperatorRow } from '../axes.ts'
import { emptyRequestSchema } from '../shapes/asks.ts'
import { recordSchema } from '../shapes/record.ts'
import { reportQuery } from './report.ts'

const backup = answer('Backup', {
  file: z.string(),
  bytes: countSchema.describe('Its size'),
})

export const backupTrialSchema = answer('BackupTrial', {
  at: timeSchema,
  outcome: z
    .enum(['sound', 'damaged', 'none', 'no_room'])
    .describe('`none`: there was no backup yet. `no_room`: to try it, on this computer'),
  documents: countSchema.describe('How many it holds'),
  until: timeSchema.nullable().describe('The last event that it holds'),
})

const dailyAt = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('When the daily backup is due, by the clock of the computer')

export const driveSchema = answer('Drive', {
  name: z.string(),
  folder: z.string().describe('For the copies on it'),
  free_bytes: z.int().describe('Room that a program without special rights may fill'),
})

export const backupPlanSchema = answer('BackupPlan', {
  folder: z
    .string()
    .nullable()
    .describe('Where the continuous copy and the daily backups go; null: the database is not copied'),
  is_reached: z.boolean().describe('Whether the copy goes on there'),
  is_own_disk: z.boolean().describe('In the file system of the database. False does not prove another disk'),
  daily_at: dailyAt,
  tried: backupTrialSchema.nullable().describe('The last trial'),
  drives: z.array(driveSchema).describe('Sticks and other disks of this computer'),
  backups: z
    .array(
      answer('BackupFile', {
        file: z.string(),
        at: timeSchema.describe('When it was made'),
        newer: countSchema.describe('Sales and documents after it, which a restore takes away'),
      }),
    )
    .describe('In that folder, the newest first; none while it is not reached'),
})

const exportQuery = reportQuery.omit({ company: true })
const exportPage = answer('ExportPage', { items: z.array(recordSchema), next: nextSaleCursorSchema })

export const documentExportFormat = 'resit-documents-1'

const hex = z.string().regex(/^[0-9a-f]{64}$/)

/** The rows of a file of “export --documents”, in this order. */
export const exportRowSchema = z.union([
  z.strictObject({
    format: z.literal(documentExportFormat).describe('Of the file'),
    from: daySchema,
    to: daySchema,
    made_at: timeSchema.describe('When the first page was asked for'),
  }),
  z.strictObject({
    before: z
      .strictObject({
        line: countSchema.describe('Its number; 0 before the first of all'),
        chain: hex.describe('Its chain'),
      })
      .describe('The line before the first'),
  }),
  z.strictObject({
    line: countSchema.describe('Its number; it is one more than that of the row before'),
    chain: hex.describe(
      'SHA-256 of the chain before, the length of the head (four bytes, the highest first), head, body and document',
    ),
    head: z.string().optional().describe('What happened, JSON as it was written; absent if a row of it is gone'),
    body: z.string().optional().describe('What the till sent'),
    document: z.string().optional().describe('What was sent to the tax authority'),
  }),
  z.strictObject({ end: z.literal(true).describe('Behind it is nothing') }),
])

const documentsQuery = z.object({
  from: daySchema.describe('First day on which it was written down, in Malaysia'),
  to: daySchema.describe('Last day, included'),
  after: z
    .string()
    .regex(/^\d{1,15}\.\d{1,15}$/)
    .optional()
    .describe('The `next` of the page before'),
})

const check = answer('Check', {
  name: z.string(),
  verdict: z.enum(['good', 'warning', 'bad']),
  message: z.string(),
})
export const doctorSchema = answer('Doctor', { verdict: check.shape.verdict, checks: z.array(check) })

export const upkeepRows = {
  backup: {
    path: '/backup',
    scope: 'admin',
    summary: 'Copy the database into a new file on this machine, while the gateway works',
    body: ask('BackupAsk', { file: text(1000).nullable().describe('Null: a backup in the folder of the copy') }),
    answers: { 200: backup },
  },
  backupPlan: {
    path: '/backup/plan',
    scope: 'admin',
    summary: 'Where copies and daily backups go, when, and what the last trial showed',
    answers: { 200: backupPlanSchema },
  },
  planBackup: {
    path: '/backup/plan',
    scope: 'admin',
    ownerPin: 'settings',
    summary: 'Choose where copies and daily backups go, and when',
    body: ask('BackupPlanAsk', {
      folder: text(1000).nullable().describe('Made if its parent exists; null: the usual place on this computer'),
      daily_at: dailyAt,
      must_exist: z.boolean().nullish().describe('Refuse a folder that does not exist yet'),
    }),
    answers: { 200: backupPlanSchema },
    faults: ['installation_denied'],
  },
  tryBackup: {
    path: '/backup/trial',
    scope: 'admin',
    summary: 'Restore the copy into a temporary folder, prove it there, and remove it',
    body: emptyRequestSchema,
    answers: { 200: backupTrialSchema },
  },
  export: {
    path: '/export',
    scope: 'admin',
    summary: 'Records of a period, the oldest sale first, page by page',
    query: exportQuery,
    answers: { 200: exportPage },
    faults: ['range_reversed'],
  },
  exportDocuments: {
    path: '/export/documents',
    scope: 'admin',
    summary:
      'Every sale, document, answer and line of the journal of some days, page by page: the rows of a file that proves itself',
    query: documentsQuery,
    answers: { 200: answer('DocumentsPage', { items: z.array(exportRowSchema), next: z.string().nullable() }) },
    faults: ['range_reversed'],
  },
  doctor: {
    path: '/doctor',
    scope: 'admin',
    summary: 'Named checks of everything that can be wrong',
    answers: { 200: doctorSchema },
  },
} as const satisfies Record<string, OperatorRow>
