import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { keyText, says } from '../shapes/text.ts'

const practiceFaultAsk = z
  .looseObject({ kind: z.string().min(1, says('too_short')) })
  .meta({ id: 'PracticeFaultAsk', description: 'A fault to rehearse; `{"kind":"none"}` ends it' })
const practiceFault = z.object({ kind: z.string() }).meta({ id: 'PracticeFault' })

const practiceWarnings = z
  .object({
    items: z.array(
      z.object({
        AUTHORITY_UUID: z.string(),
        DOCUMENT_NUMBER: z.string(),
        WARNINGS: z
          .array(
            z.object({
              FIELD: z.string(),
              STATED: z.string().describe('The amount as the document states it'),
              EXPECTED: z.string().describe('What its other amounts come to'),
            }),
          )
          .describe('Each amount that does not add up'),
      }),
    ),
  })
  .meta({
    id: 'PracticeWarnings',
    description: 'They were taken all the same: the authority is not known to check its arithmetic',
  })

const practiceCertificateAsk = z.strictObject({ company: keyText() }).meta({ id: 'PracticeCertificateAsk' })
const practiceCertificate = z
  .object({
    company: z.string(),
    certificate: z.base64().describe('A PKCS#12 file in base64'),
    password: z.string().describe('Of the file; shown this once'),
  })
  .meta({ id: 'PracticeCertificate' })

/** What practice mode has beyond the others. */
export const practiceRows = {
  practiceFault: {
    path: '/practice/fault',
    scope: 'admin',
    summary: 'Let the practice authority misbehave, to rehearse',
    body: practiceFaultAsk,
    answers: { 200: practiceFault },
    faults: ['validation_failed', 'route_not_found'],
  },
  practiceWarnings: {
    path: '/practice/warnings',
    scope: 'read',
    withinOutlets: 'refused',
    summary: 'Documents whose amounts do not add up, of the latest that the practice authority took',
    answers: { 200: practiceWarnings },
    faults: ['route_not_found'],
  },
  practiceCertificate: {
    path: '/practice/certificate',
    scope: 'admin',
    summary: 'A certificate for a company that the practice authority trusts',
    body: practiceCertificateAsk,
    answers: { 200: practiceCertificate },
    faults: ['validation_failed', 'route_not_found', 'company_not_found', 'storage_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
