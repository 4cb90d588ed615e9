import { z } from 'zod'
import { stateChangeHours } from './document-types.ts'
import { type LedgerDocument, receiverOf } from './ledger.ts'
import type { Call, Context } from './office.ts'
import { isGeneralTin } from './taxpayers.ts'
import { badArgument, jsonIn, notFound, ok, type Reply, refused } from './wire.ts'

const wish = z.object({
  status: z.enum(['cancelled', 'rejected']),
  reason: z.string().trim().min(1).max(300),
})

/** E3 and E4: one path, told apart by the status in the body. */
export function changeState(office: Context, { params, body, session }: Call): Reply {
  const { ledger, clock } = office
  const parsed = wish.safeParse(jsonIn(body))
  if (!parsed.success)
    return badArgument('reason', 'status must be cancelled or rejected, with a reason of 300 characters at most')
  const { status, reason } = parsed.data
  const document = ledger.document(params[0] ?? '')
  if (!document) return notFound('The document was not found')
  const { tin } = receiverOf(document)
  // A document for the general public cannot be rejected.
  const may = status === 'cancelled' ? document.issuerTin : isGeneralTin(tin) ? null : tin
  const refusal = may === session.tin ? stateChangeRefusal(office, document, status) : 'Forbidden'
  if (refusal) return denial(refusal)
  if (status === 'cancelled') {
    ledger.cancel(document, reason, clock.now())
    return ok({ uuid: document.uuid, status: 'Cancelled' })
  }
  // The document stays valid until the issuer cancels it (myinvois 3).
  ledger.change(document, { statusReason: reason, rejectRequestedAt: clock.now() })
  return ok({ uuid: document.uuid, status: 'Requested for Rejection' })
}

const refusals = {
  Forbidden: [403, 'Document.UUID', 'It seems that you are not authorized to update document status'],
  OperationPeriodOver: [400, 'Document.Status', 'The time limit for cancelling or rejecting the document has passed'],
  IncorrectState: [400, 'Document.Status', 'The document is not in a state that allows this'],
  ActiveReferencingDocuments: [400, 'Document.UUID', 'Other documents refer to this one; cancel them first'],
} as const

type Refusal = keyof typeof refusals

/** @returns null if nothing prevents it */
export function stateChangeRefusal(
  { ledger, clock }: Pick<Context, 'ledger' | 'clock'>,
  document: LedgerDocument,
  wished: 'cancelled' | 'rejected',
): Refusal | null {
  if (document.status !== 'Valid' || document.validatedAt === null) return 'IncorrectState'
  if (wished === 'rejected' && document.rejectRequestedAt !== null) return 'IncorrectState'
  if (clock.now() > document.validatedAt + stateChangeHours * 3_600_000) return 'OperationPeriodOver'
  return wished === 'cancelled' && ledger.isReferredTo(document.uuid) ? 'ActiveReferencingDocuments' : null
}

/** The exact code is in the details; the rest of the body is always the same (myinvois 2, E3). */
function denial(code: Refusal): Reply {
  const [status, target, message] = refusals[code]
  return refused(status, {
    code: 'AccessDenied',
    message: 'The document cannot be cancelled or requested for rejection',
    target: 'Update Document Status',
    details: [{ code, target, message }],
  })
}
