import { createHash } from 'node:crypto'
import { findUnknownCodes } from '../../../../electron/gateway/authority/practice/code-fields.ts'
import { unwrap } from '../../../../electron/gateway/authority/practice/unwrap.ts'
import { findWrongCurrencies } from '../../../../electron/gateway/authority/practice/validation.ts'
import { noon } from '../../../support/records.ts'

/** The faults that the practice authority finds in structure, fields, codes and currencies. */
export function refusalsOf(text: string, codeNumber: string): string[] {
  const bytes = Buffer.from(text)
  const documentHash = createHash('sha256').update(bytes).digest('hex')
  const unwrapped = unwrap(
    { format: 'JSON', document: bytes.toString('base64'), documentHash, codeNumber },
    noon + 60_000,
  )
  switch (unwrapped.kind) {
    case 'out_of_order':
      return [`${unwrapped.element} is out of order`]
    case 'rejected':
      return (unwrapped.error.details ?? []).map(({ propertyPath, message }) => `${propertyPath}: ${message}`)
    case 'right':
      return [...findUnknownCodes(unwrapped.document), ...findWrongCurrencies(unwrapped.document)].map(
        ({ propertyPath, error }) => `${propertyPath}: ${error}`,
      )
  }
}
