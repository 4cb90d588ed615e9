import { z } from 'zod'
import { type Reply, refused } from '../http/reply.ts'

/** One document of a submission, as it was wrapped. */
export type WrappedDocument = z.output<typeof wrapped>

const wrapped = z.object({
  format: z.literal('JSON'),
  document: z.string(),
  documentHash: z.string(),
  codeNumber: z.string().min(1),
})

const envelope = z.strictObject({ documents: z.array(wrapped).min(1) })

const mostDocuments = 100
const mostBytes = 5 * 1024 * 1024
const mostDocumentBytes = 300 * 1024

export type Opened =
  | { readonly kind: 'opened'; readonly documents: readonly WrappedDocument[] }
  | { readonly kind: 'refused'; readonly reply: Reply }

const refusal = (code: string, message: string): Opened => ({
  kind: 'refused',
  reply: refused(400, { code, message, target: 'submission' }),
})

/** The outer shape and the sizes (myinvois 2, E2). Of the two formats this authority takes JSON only. */
export function openEnvelope(contentType: string, body: Buffer): Opened {
  if (body.length > mostBytes) return refusal('MaximumSizeExceeded', 'A submission is of 5 MB at most')
  if (!/^application\/json\b/.test(contentType)) return refusal('BadStructure', 'The submission is not JSON')
  const parsed = envelope.safeParse(jsonIn(body))
  if (!parsed.success) return refusal('BadStructure', 'The structure of the submission is not valid')
  const { documents } = parsed.data
  if (documents.length > mostDocuments)
    return refusal('MaximumSizeExceeded', 'A submission holds 100 documents at most')
  if (documents.some(({ document }) => Buffer.byteLength(document, 'base64') > mostDocumentBytes))
    return refusal('MaximumSizeExceeded', 'A document is of 300 KB at most')
  return { kind: 'opened', documents }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
