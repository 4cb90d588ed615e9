import { z } from 'zod'
import { answer } from '../../document/fields.ts'
import { moneySchema } from './record.ts'

/** The answer to a submission with `Prefer: handling=check-only` (contract 5). */
export const checkOnlyAnswerSchema = answer('CheckedDocument', {
  CHECK_ONLY: z.literal(true).describe('Nothing was kept: submit the document without the preference'),
  CURRENCY_CODE: z.string(),
  TOTALS: answer('CheckedTotals', {
    TOTAL_EXCLUDING_TAX: moneySchema,
    TOTAL_TAX: moneySchema,
    TOTAL_INCLUDING_TAX: moneySchema.describe('With tax'),
    TOTAL_PAYABLE: moneySchema,
  }).describe('As they would be kept and sent'),
})

export type CheckOnlyAnswer = z.output<typeof checkOnlyAnswerSchema>
