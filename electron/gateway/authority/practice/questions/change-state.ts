import { z } from 'zod'
import type { Call, Office } from '../http/office.ts'
import { badArgument, notFound, ok, type Reply, refused } from '../http/reply.ts'
import { type LedgerDocument, receiverOf } from '../ledger/document.ts'
import { generalTin } from '../people/taxpayers.ts'

/** Counted from the validation, for cancelling and rejecting alike (myinvois 2, E3). */
export const stateChangeHours = 72

const wish = z.object({
  status: z.enum(['cancelled', 'rejected']),
  reason: z.string().trim().min(1).max(300),
})

/** E3 and E4: one path, told apart by the status wished for. */
export function changeState(office: Office, { params, body, session }: Call): Reply {
  const { ledger, clock } = office
  const parsed = wish.safeParse(jsonIn(body))
  if (!parsed.success)
    return badArgument('reason', 'status must be cancelled or rejected, with a reason of 300 characters at most')
  const { status, reason } = parsed.data
  const document = ledger.document(params[0] ?? '')
  if (!document) return notFound('The document was not found')
  const may = status === 'cancelled' ? document.issuerTin : receiverTin(document)
  if (may !== session.tin) return denied.Forbidden
  const refusal = whyNot(office, document, status)
  if (refusal) return denied[refusal]
  if (status === 'cancelled') {
    ledger.cancel(document.uuid, reason, clock.now())
    return ok({ uuid: document.uuid, status: 'Cancelled' })
  }
  // It stays valid until the issuer cancels it (myinvois 3).
  ledger.requestRejection(document.uuid, reason, clock.now())
  return ok({ uuid: document.uuid, status: 'Requested for Rejection' })
}

type Refusal = 'OperationPeriodOver' | 'IncorrectState' | 'ActiveReferencingDocuments' | 'Forbidden'

/** @returns null where nothing is in the way */
export function whyNot(
  { ledger, clock }: Pick<Office, 'ledger' | 'clock'>,
  document: LedgerDocument,
  wished: 'cancelled' | 'rejected',
): Exclude<Refusal, 'Forbidden'> | null {
  if (document.status !== 'Valid' || document.validatedAt === null) return 'IncorrectState'
  if (wished === 'rejected' && document.rejectRequestedAt !== null) return 'IncorrectState'
  if (clock.now() > document.validatedAt + stateChangeHours * 3_600_000) return 'OperationPeriodOver'
  return wished === 'cancelled' && ledger.isReferredTo(document.uuid) ? 'ActiveReferencingDocuments' : null
}

/** Nobody in particular can reject what went to the general public. */
function receiverTin(document: LedgerDocument): string | null {
  const { tin } = receiverOf(document)
  return Object.values<string>(generalTin).includes(tin) ? null : tin
}

/** The specific code is in the details, the body around it is always the same one (myinvois 2, E3). */
const denial = (status: number, code: Refusal, target: string, message: string): Reply =>
  refused(status, {
    code: 'AccessDenied',
    message: 'The document cannot be cancelled or requested for rejection',
    target: 'Update Document Status',
    details: [{ code, target, message }],
  })

const denied: Readonly<Record<Refusal, Reply>> = {
  Forbidden: denial(
    403,
    'Forbidden',
    'Document.UUID',
    'It seems that you are not authorized to update document status',
  ),
  OperationPeriodOver: denial(
    400,
    'OperationPeriodOver',
    'Document.Status',
    'The time limit for cancelling or rejecting the document has passed',
  ),
  IncorrectState: denial(400, 'IncorrectState', 'Document.Status', 'The document is not in a state that allows this'),
  ActiveReferencingDocuments: denial(
    400,
    'ActiveReferencingDocuments',
    'Document.UUID',
    'Other documents refer to this one; cancel them first',
  ),
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
