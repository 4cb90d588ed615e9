import { say } from '../../words/words.ts'
import { type FaultCode, faultCodes, faults } from '../faults.ts'

/** Figures for the sentences. */
const values = {
  key: 'SALE_CODE',
  header: 'submission_from',
  parameter: 'page_size',
  scope: 'submit',
  methods: 'GET',
  number: 'KLCC-T1-A-0001',
  remainders: '2',
  reason: 'The document is not cancellable.',
  until: '2026-11-20T02:10:00.000Z',
  limit: '1024 KB',
}

const errors = [
  {
    pointer: '/LINES/0/UNIT_CODE',
    code: 'unknown_code',
    message: say('en', 'finding', 'unknown_code', { code: 'XX' }),
  },
]

/** Every error as it comes; the answers of the operations refer to them. */
export const exampleProblems: Readonly<Record<string, { readonly value: unknown }>> = Object.fromEntries(
  faultCodes.map((code) => [code, { value: problemWith(code) }]),
)

function problemWith(code: FaultCode): unknown {
  const { status, title } = faults[code]
  const detail = say('en', 'fault', code, code === 'validation_failed' ? { count: '1' } : values)
  const told = { type: `urn:resit:problem:${code}`, title, status, detail, code }
  return { ...told, instance: '/v1/sale/invoice_submission', errors: code === 'validation_failed' ? errors : [] }
}

export const problemExamples = (codes: readonly FaultCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
