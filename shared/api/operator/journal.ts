import { z } from 'zod'
import { findingCodes } from '../../domain/journal-finding.ts'
import type { OperatorRow } from '../operator.ts'
import { says, text } from '../shapes/text.ts'
import { at, count } from '../shapes/times-and-counts.ts'

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

/** How the journal stands. */
export const journalStatus = z
  .object({
    trusted: z.boolean().meta({ description: 'Whether anything may be sent' }),
    findings: z.array(journalFinding).meta({ description: 'Of very many only the first' }),
    finding_count: count.meta({ description: 'How many there are at least' }),
    lines: count,
    code,
    proved_at: at.nullable().meta({ description: 'When everything was proved last' }),
    mistrusted: count.meta({ description: 'Documents that are looked up first because a backup was put back' }),
  })
  .meta({ id: 'JournalStanding' })

const trustAsk = z.strictObject({ reason: text(500).min(1, says('too_short')) }).meta({ id: 'TrustAsk' })

export const trusted = z
  .object({
    trusted: z.boolean(),
    outcome: z.enum(['trusted', 'nothing_found', 'history_differs']),
    message: z.string(),
  })
  .meta({ id: 'Trusted' })

const integrityQuery = z.object({
  extent: z.enum(['whole', 'since_proved']).optional().meta({
    description:
      'Everything where nothing is said; `since_proved`: what came since everything was proved last, which happens once a day',
  }),
})

export const integrity = z
  .object({
    proved_before: count.meta({ description: 'Lines of the journal that were proved earlier and not looked at again' }),
    sound: z.boolean(),
    findings: z.array(z.string()).meta({ description: 'A sentence each; of very many only the first' }),
    finding_count: count,
    lines: count,
    records: count,
    bodies: count,
    code,
  })
  .meta({ id: 'Integrity' })

const actListQuery = z.object({
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

/** The chain of everything that happened, which proves that nothing was lost or changed. */
export const journalRows = {
  journal: {
    method: 'GET',
    path: '/journal',
    scope: 'read',
    withinOutlets: 'refused',
    summary: 'Whether everything holds that is kept, and its head code',
    answers: { 200: journalStatus },
    faults: [],
  },
  trustJournal: {
    method: 'POST',
    path: '/journal/trust',
    scope: 'admin',
    withinOutlets: 'refused',
    summary: 'Let the gateway send again after something was found in the journal, and say why',
    body: trustAsk,
    answers: { 200: trusted },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  listActs: {
    method: 'GET',
    path: '/acts',
    scope: 'admin',
    withinOutlets: 'refused',
    summary: 'What people did, the newest first: sign-ins, approvals, tokens, companies, look-ups',
    query: actListQuery,
    answers: { 200: actList },
    faults: ['bad_query'],
  },
  verify: {
    method: 'GET',
    path: '/integrity',
    scope: 'admin',
    withinOutlets: 'refused',
    summary: 'Prove everything that is kept, from the first line of the journal on, or what came since it was proved',
    query: integrityQuery,
    answers: { 200: integrity },
    faults: ['bad_query', 'storage_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
