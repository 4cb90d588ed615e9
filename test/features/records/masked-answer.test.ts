import { expect, test } from 'vitest'
import { maskedAnswer } from '../../../electron/gateway/features/records/detail.ts'

test.each([
  ['Buyer C25845632020 is unknown', 'Buyer …2020 is unknown'],
  ['NRIC 900101-14-5678, phone +60 12-345 6789', 'NRIC …5678, phone +…6789'],
  ['write to Ali.Bin@contoh.example now', 'write to …@… now'],
  ['CF321 IssueDate: 72 hours', 'CF321 IssueDate: 72 hours'],
  ['', ''],
  [null, null],
])('%j is shown as %j', (answer, shown) => {
  expect(maskedAnswer(answer)).toBe(shown)
})
