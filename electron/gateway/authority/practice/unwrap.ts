import { hash } from 'node:crypto'
import { z } from 'zod'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { checkCoreFields } from './core-fields.ts'
import { type EInvoice, hasScientificNumber, parseEInvoice } from './einvoice.ts'
import { checkStructure, type StructureError } from './structure.ts'
import { jsonIn, type Reply, refused, type WireError } from './wire.ts'

const wrappedDocument = z.object({
  format: z.literal('JSON'),
  document: z.string(),
  documentHash: z.string(),
  codeNumber: z.string().min(1),
})

export type WrappedDocument = z.output<typeof wrappedDocument>

const envelope = z.strictObject({ documents: z.array(wrappedDocument).min(1) })

const mostDocuments = 100
const mostBytes = 5 * 1024 * 1024
const mostDocumentBytes = 300 * 1024

const refusal = (code: string, message: string): Reply => refused(400, { code, message, target: 'submission' })

/** Shape and sizes (myinvois 2, E2). Only JSON is supported. */
export function openEnvelope(
  contentType: string,
  body: Buffer,
): Reply | { readonly documents: readonly WrappedDocument[] } {
  if (body.length > mostBytes) return refusal('MaximumSizeExceeded', 'A submission is of 5 MB at most')
  if (!/^application\/json\b/.test(contentType)) return refusal('BadStructure', 'The submission is not JSON')
  const parsed = envelope.safeParse(jsonIn(body))
  if (!parsed.success) return refusal('BadStructure', 'The structure of the submission is not valid')
  const { documents } = parsed.data
  if (documents.length > mostDocuments)
    return refusal('MaximumSizeExceeded', 'A submission holds 100 documents at most')
  if (documents.some(({ document }) => Buffer.byteLength(document, 'base64') > mostDocumentBytes))
    return refusal('MaximumSizeExceeded', 'A document is of 300 KB at most')
  return { documents }
}

export interface CheckedDocument {
  readonly document: EInvoice
  readonly sha256: string
}

export type UnwrapResult =
  | ({ readonly kind: 'right' } & CheckedDocument)
  | { readonly kind: 'rejected'; readonly error: WireError }
  /** The whole submission is refused. */
  | { readonly kind: 'out_of_order'; readonly element: string }

/** Everything that is checked while the sender waits (myinvois 2, 3). */
export function unwrap(wrapped: WrappedDocument, now: EpochMs): UnwrapResult {
  const { codeNumber } = wrapped
  const reject = (details: readonly WireError[], code: string | null = null): UnwrapResult => ({
    kind: 'rejected',
    error: { code, message: 'Validation Error', target: codeNumber, propertyPath: null, details },
  })
  const bytes = Buffer.from(wrapped.document, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== wrapped.document)
    return reject([errorDetail('Document is not valid base64.', 'document')])
  const sha256 = hash('sha256', bytes)
  if (sha256 !== wrapped.documentHash) return reject([errorDetail('Document hash is not valid.', 'documentHash')])
  const text = textIn(bytes)
  const root = text === null ? undefined : jsonIn(bytes)
  if (text === null || root === undefined) return reject([errorDetail('Failed to parse input document', 'document')])
  const { structureErrors, outOfOrder } = checkStructure(root)
  if (structureErrors.length > 0) return reject([structureDetail(structureErrors)], '3')
  if (outOfOrder !== null) return { kind: 'out_of_order', element: outOfOrder }
  const document = parseEInvoice(text)
  const errors = [
    ...(document.internalId === codeNumber
      ? []
      : [errorDetail('codeNumber is not the number of the document.', 'codeNumber')]),
    ...(hasScientificNumber(text) ? [errorDetail('Numbers in scientific notation are not allowed.', 'document')] : []),
    ...checkCoreFields(document, now),
  ]
  return errors.length > 0 ? reject(errors) : { kind: 'right', document, sha256 }
}

export const errorDetail = (message: string, target: string): WireError => ({
  code: null,
  message,
  target,
  propertyPath: null,
  details: null,
})

/** Null if it is not UTF-8. A byte order mark is kept and so refused: the hash is over it. */
const textIn = (bytes: Buffer): string | null =>
  nullIfThrown(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))

/** All faults in one text (myinvois 2, E2). */
function structureDetail(structureErrors: readonly StructureError[]): WireError {
  const lines = structureErrors.slice(0, 50).map(({ kind, path }) => `  ${kind}: ${path}`)
  const message = ['ArrayItemNotValid: #/Invoice[0]', '{', ...lines, '}', ''].join('\n')
  return { ...errorDetail(message, '[0]'), propertyPath: '#/Invoice[0]' }
}
