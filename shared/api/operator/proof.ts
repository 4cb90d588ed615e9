import { z } from 'zod'
import { answer, ask, countSchema, text, timeSchema, toError } from '../../document/fields.ts'
import { type FindingList, journalFindingCodes } from '../../domain/journal-finding.ts'
import { findingText } from '../../words/journal.ts'
import type { Language } from '../../words/words.ts'
import type { OperatorRow } from '../axes.ts'

const journalFinding = answer('JournalFinding', {
  code: z.enum(journalFindingCodes),
  line: countSchema.nullable().describe('Of the journal'),
  record: countSchema.nullable().describe('Its row in the database'),
  detail: z.string().nullable().describe('What differs: names of columns, never what they hold'),
  message: z.string(),
})

const code = z.string().describe('First 8 characters of the last line’s chain, to be printed on reports')

export const proofStatusSchema = answer('ProofStanding', {
  trusted: z.boolean().describe('Whether anything may be sent'),
  findings: z.array(journalFinding).describe('Of very many only the first'),
  finding_count: countSchema.describe('How many there are at least'),
  lines: countSchema,
  code,
  proved_at: timeSchema.nullable().describe('When everything was proved last'),
})

const trustResultSchema = answer('Trusted', {
  trusted: z.boolean().describe('Whether it is trusted now'),
  outcome: z.enum(['trusted', 'nothing_found', 'history_differs']).describe('What came of it'),
  message: z.string(),
})

const integrity = answer('Integrity', {
  sound: z.boolean().describe('Whether everything agrees'),
  findings: z.array(z.string()).describe('A sentence each; of very many only the first'),
  finding_count: countSchema.describe('How many findings there are'),
  lines: countSchema,
  records: countSchema.describe('Records that were proved'),
  bodies: countSchema.describe('Bodies that were proved'),
  code,
})

type Integrity = z.output<typeof integrity>

interface Proved extends FindingList, Pick<Integrity, 'lines' | 'records' | 'bodies' | 'code'> {}

export const integrityToWire = ({ findings, findingCount, ...proved }: Proved, language: Language): Integrity => ({
  sound: findingCount === 0,
  findings: findings.map((finding) => findingText(finding, language)),
  finding_count: findingCount,
  ...proved,
})

export const proofRows = {
  proof: {
    path: '/proof',
    scope: 'read',
    summary: 'Whether everything holds that is kept, and its head code',
    answers: { 200: proofStatusSchema },
  },
  trust: {
    path: '/proof/trust',
    scope: 'admin',
    ownerPin: 'each',
    summary: 'Let the gateway send again after something was found in the journal, and say why',
    body: ask('TrustAsk', { reason: text(500).min(1, toError('too_short')) }),
    answers: { 200: trustResultSchema },
  },
  verify: {
    path: '/integrity',
    scope: 'admin',
    summary: 'Prove everything that is kept, from the first line of the journal on',
    answers: { 200: integrity },
  },
} as const satisfies Record<string, OperatorRow>
