import { z } from 'zod'
import { findingCodes } from '../../domain/journal-finding.ts'
import { says, text } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)

const journalFinding = z
  .object({
    code: z.enum(findingCodes),
    line: count.nullable().meta({ description: 'Of the journal' }),
    record: count.nullable().meta({ description: 'Its row in the database' }),
    detail: z.string().nullable().meta({ description: 'What differs: names of columns, never what they hold' }),
    message: z.string(),
  })
  .meta({ id: 'JournalFinding' })

const code = z.string().meta({ description: 'First 8 characters of the last line’s chain, to be printed on reports' })

/** How the journal beside the database stands. */
export const journalStanding = z
  .object({
    trusted: z.boolean().meta({ description: 'Whether anything may be sent' }),
    findings: z.array(journalFinding),
    lines: count,
    code,
    sealed_at: at.nullable().meta({ description: 'When an anchor last proved everything so far' }),
    appended: count.meta({ description: 'Lines that the last start found in the database alone' }),
    replayed: count.meta({ description: 'Lines that the last start found in the journal alone' }),
    mistrusted: count.meta({ description: 'Documents that are looked up first for that' }),
  })
  .meta({ id: 'JournalStanding' })

export const sealAsk = z.strictObject({}).meta({ id: 'SealAsk' })

export const trustAsk = z.strictObject({ reason: text(500).min(1, says('too_short')) }).meta({ id: 'TrustAsk' })

export const trusted = z
  .object({
    trusted: z.boolean(),
    outcome: z.enum(['trusted', 'nothing_found', 'history_differs']),
    message: z.string(),
  })
  .meta({ id: 'Trusted' })

export const integrity = z
  .object({
    sound: z.boolean(),
    findings: z.array(z.string()).meta({ description: 'A sentence each; of very many only the first' }),
    finding_count: count,
    lines: count,
    records: count,
    bodies: count,
    files: count.meta({ description: 'Of the journal' }),
    code,
  })
  .meta({ id: 'Integrity' })

export const actListQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'The `next` of the page before' }),
})

export const actList = z
  .object({
    items: z.array(
      z
        .object({
          seq: count,
          at,
          by: z.string().meta({ description: '`gateway`, `control`, `person:` or `token:` and the name' }),
          type: z.string(),
          facts: z.record(z.string(), z.unknown()),
        })
        .meta({ id: 'Act' }),
    ),
    next: count.nullable().meta({ description: 'Of the next page; null on the last one' }),
  })
  .meta({ id: 'ActList' })
