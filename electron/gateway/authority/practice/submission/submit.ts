import { createHash } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'
import type { EInvoice } from '../document/einvoice.ts'
import { numberAt } from '../document/element.ts'
import type { Call, Office } from '../http/office.ts'
import { type Reply, refused, type WireError } from '../http/reply.ts'
import type { ReceivedDocument } from '../ledger/document.ts'
import type { Session } from '../people/sign-in.ts'
import { openEnvelope } from './envelope.ts'
import { newUid, newUidEnd } from './uids.ts'
import { unwrap } from './unwrap.ts'

/** How long the same payload from the same taxpayer is taken for a repetition (myinvois 2, E2). */
const samePayloadMs = 10 * 60_000

interface Rejected {
  readonly invoiceCodeNumber: string
  readonly error: WireError
}

/**
 * E2. Runs through without a pause: what is checked is stored before another request is looked at, or two of the
 * same could both be taken.
 */
export function submitDocuments(office: Office, call: Call): Reply {
  const opened = openEnvelope(call.contentType, call.body)
  if (opened.kind === 'refused') return opened.reply
  const { ledger, clock, faults } = office
  const now = clock.now()
  const { tin } = call.session
  const payload = createHash('sha256').update(call.body).digest('hex')
  const seenAt = ledger.payloadSeenAt(tin, payload, now - samePayloadMs)
  if (seenAt !== null) return duplicate(seenAt + samePayloadMs - now)

  const taken: { readonly document: EInvoice; readonly sha256: string }[] = []
  const rejected: Rejected[] = []
  const rejectsEverySecond = faults.strike('partial', 'submit') !== null
  for (const [at, wrapped] of opened.documents.entries()) {
    const result = unwrap(wrapped, now)
    if (result.kind === 'out_of_order') return invalidStructure(call.correlationId)
    if (result.kind === 'right' && result.document.issuer.tin !== tin) return foreignTin()
    if (result.kind === 'rejected') rejected.push({ invoiceCodeNumber: wrapped.codeNumber, error: result.error })
    else if (rejectsEverySecond && at % 2 === 1) rejected.push(rejectedByScript(wrapped.codeNumber))
    else taken.push(result)
  }
  // Remembered without its documents, a payload would be refused for minutes as a repetition of what was never taken.
  return ledger.inOne(() => {
    ledger.rememberPayload(tin, payload, now)
    return accepted(office, call.session, { taken, rejected, now })
  })
}

interface Checked {
  readonly taken: readonly { readonly document: EInvoice; readonly sha256: string }[]
  readonly rejected: readonly Rejected[]
  readonly now: Instant
}

function accepted(office: Office, session: Session, { taken, rejected, now }: Checked): Reply {
  const { ledger, randomness, faults } = office
  const end = newUidEnd(randomness)
  const submissionUid = newUid(randomness, end)
  const documents = taken.map(({ document, sha256 }) =>
    received(newUid(randomness, end), session, { document, sha256 }),
  )
  const checkAt = now + (faults.slowValidationMs() ?? office.validationMs)
  if (documents.length > 0)
    ledger.take(
      { uid: submissionUid, tin: session.tin, clientId: session.clientId, receivedAt: now },
      documents,
      checkAt,
    )
  return {
    status: 202,
    body: {
      submissionUid: documents.length > 0 ? submissionUid : null,
      acceptedDocuments: documents.map(({ uuid, internalId }) => ({ uuid, invoiceCodeNumber: internalId })),
      rejectedDocuments: rejected,
    },
  }
}

function received(
  uuid: string,
  session: Session,
  { document, sha256 }: { readonly document: EInvoice; readonly sha256: string },
): ReceivedDocument {
  const { invoice, internalId, typeCode, version, supplier, buyer, issuer, issuedAt, references, text } = document
  const total = (name: string) => numberAt(invoice, 'LegalMonetaryTotal', name)
  const excludingTax = total('TaxExclusiveAmount') ?? 0
  return {
    uuid,
    internalId,
    typeCode,
    version,
    issuerTin: issuer.tin,
    supplier,
    buyer,
    intermediaryTin: session.intermediaryTin,
    createdBy: `${session.intermediaryTin ?? session.tin}:${userIdOf(session.clientId)}`,
    issuedAt: issuedAt ?? 0,
    references: references.filter((reference) => reference !== 'NA'),
    totals: {
      excludingTax,
      discount: total('AllowanceTotalAmount') ?? 0,
      net: total('LineExtensionAmount') ?? excludingTax,
      payable: total('PayableAmount') ?? 0,
    },
    sha256,
    text,
  }
}

/** Looks like a GUID, the same for a client every time. */
const userIdOf = (clientId: string): string =>
  createHash('sha256')
    .update(clientId)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const duplicate = (leftMs: number): Reply =>
  refused(
    422,
    { code: 'DuplicateSubmission', message: 'An identical submission was received a moment ago', target: 'submission' },
    { 'Retry-After': String(Math.max(1, Math.ceil(leftMs / 1000))) },
  )

const wholeSubmission = (topMessage: string | null, topTarget: string | null, message: string): Reply =>
  refused(400, {
    code: 'ValidationError',
    message: topMessage,
    target: topTarget,
    details: [{ code: 'submission', target: 'submission', message }],
  })

const invalidStructure = (correlationId: string): Reply =>
  wholeSubmission(
    'Invalid structure',
    'submission',
    `Invalid structured submission. For more details contact the System Admin using Correlation Id: ${correlationId}`,
  )

/** With the blank at the end that the authority puts there. */
const foreignTin = (): Reply => wholeSubmission(null, null, 'The authenticated TIN and documents TIN is not matching ')

const rejectedByScript = (codeNumber: string): Rejected => ({
  invoiceCodeNumber: codeNumber,
  error: {
    code: null,
    message: 'Validation Error',
    target: codeNumber,
    propertyPath: null,
    details: [
      { code: null, message: 'Rejected by the fault script', target: 'document', propertyPath: null, details: null },
    ],
  },
})
