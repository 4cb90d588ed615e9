import { z } from 'zod'
import { answer } from '../../document/fields.ts'
import { money } from './record.ts'

/** The answer to a submission with `Prefer: handling=check-only` (contract 5). */
export const checkOnlyAnswerSchema = answer('CheckedDocument', {
  CHECK_ONLY: z.literal(true).describe('Nothing was kept: submit the document without the preference'),
  CURRENCY_CODE: z.string(),
  TOTALS: answer('CheckedTotals', {
    TOTAL_EXCLUDING_TAX: money,
    TOTAL_TAX: money,
    TOTAL_INCLUDING_TAX: money.describe('With tax'),
    TOTAL_PAYABLE: money,
  }).describe('As they would be kept and sent'),
})

export type CheckOnlyAnswer = z.output<typeof checkOnlyAnswerSchema>
