import { createHash } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'
import { checkCoreFields } from '../document/core-fields.ts'
import { type EInvoice, readEInvoice } from '../document/einvoice.ts'
import type { Element } from '../document/element.ts'
import { hasScientificNumber } from '../document/numbers.ts'
import { checkStructure, type Misfit } from '../document/structure.ts'
import type { WireError } from '../http/reply.ts'
import type { WrappedDocument } from './envelope.ts'

/** What the immediate checks say of one document. */
export type Unwrapped =
  | { readonly kind: 'right'; readonly document: EInvoice; readonly sha256: string }
  | { readonly kind: 'rejected'; readonly error: WireError }
  /** So wrong that the authority does not take the submission it came in. */
  | { readonly kind: 'out_of_order'; readonly element: string }

/** Base64, hash, JSON, structure, core fields: what is checked while the sender waits (myinvois 2, 3). */
export function unwrap(wrapped: WrappedDocument, now: Instant): Unwrapped {
  const { codeNumber } = wrapped
  const reject = (details: readonly WireError[], code: string | null = null): Unwrapped => ({
    kind: 'rejected',
    error: { code, message: 'Validation Error', target: codeNumber, propertyPath: null, details },
  })
  const bytes = Buffer.from(wrapped.document, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== wrapped.document)
    return reject([detail('Document is not valid base64.', 'document')])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== wrapped.documentHash) return reject([detail('Document hash is not valid.', 'documentHash')])
  const parsed = parse(bytes)
  if (!parsed) return reject([detail('Failed to parse input document', 'document')])
  const { misfits, outOfOrder } = checkStructure(parsed.root)
  if (misfits.length > 0) return reject([structureDetail(misfits)], '3')
  if (outOfOrder !== null) return { kind: 'out_of_order', element: outOfOrder }
  const [invoice] = (parsed.root as { readonly Invoice: readonly [Element] }).Invoice
  const document = readEInvoice(parsed.text, invoice)
  const errors = [
    ...(document.internalId === codeNumber
      ? []
      : [detail('codeNumber is not the number of the document.', 'codeNumber')]),
    ...(hasScientificNumber(parsed.text)
      ? [detail('Numbers in scientific notation are not allowed.', 'document')]
      : []),
    ...checkCoreFields(document, now),
  ]
  return errors.length > 0 ? reject(errors) : { kind: 'right', document, sha256 }
}

const detail = (message: string, target: string): WireError => ({
  code: null,
  message,
  target,
  propertyPath: null,
  details: null,
})

function parse(bytes: Buffer): { readonly text: string; readonly root: unknown } | null {
  try {
    // A byte order mark is kept, so that it is refused: the text is compared with its hash by others.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, root: JSON.parse(text) }
  } catch {
    return null
  }
}

/** All that does not fit, in one text, as the authority words it (myinvois 2, E2). */
function structureDetail(misfits: readonly Misfit[]): WireError {
  const lines = misfits.slice(0, 50).map(({ kind, path }) => `  ${kind}: ${path}`)
  return {
    code: null,
    message: ['ArrayItemNotValid: #/Invoice[0]', '{', ...lines, '}', ''].join('\n'),
    target: '[0]',
    propertyPath: '#/Invoice[0]',
    details: null,
  }
}
