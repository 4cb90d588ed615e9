import { hash } from 'node:crypto'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { numberAt } from './einvoice.ts'
import type { LedgerDocument } from './ledger.ts'
import type { Call, Context } from './office.ts'
import { type CheckedDocument, errorDetail, openEnvelope, unwrap } from './unwrap.ts'
import { guidFromText, newUid, newUidEnd, type Reply, refused, type WireError } from './wire.ts'

/** Within this time the same payload is a repetition (myinvois 2, E2). */
const samePayloadMs = 10 * 60_000

interface Rejected {
  readonly invoiceCodeNumber: string
  readonly error: WireError
}

/**
 * E2. Synchronous: a document is stored before another request is looked at, or two of the same could both be taken.
 */
export function submitDocuments(office: Context, call: Call): Reply {
  const opened = openEnvelope(call.contentType, call.body)
  if ('status' in opened) return opened
  const { ledger, clock, faults } = office
  const now = clock.now()
  const { tin } = call.session
  const payload = hash('sha256', call.body)
  const seenAt = ledger.payloadSeenAt(tin, payload, now - samePayloadMs)
  if (seenAt !== null) return duplicate(seenAt + samePayloadMs - now)

  const taken: CheckedDocument[] = []
  const rejected: Rejected[] = []
  const rejectsEverySecond = faults.strike('partial', 'submit') !== null
  for (const [at, wrapped] of opened.documents.entries()) {
    const result = unwrap(wrapped, now)
    if (result.kind === 'out_of_order') return invalidStructure(call.correlationId)
    if (result.kind === 'right' && result.document.issuer.tin !== tin) return foreignTin
    if (result.kind === 'rejected') rejected.push({ invoiceCodeNumber: wrapped.codeNumber, error: result.error })
    else if (rejectsEverySecond && at % 2 === 1) rejected.push(rejectedByScript(wrapped.codeNumber))
    else taken.push(result)
  }
  return accepted(office, call, { taken, rejected, payload, now })
}

interface Checked {
  readonly taken: readonly CheckedDocument[]
  readonly rejected: readonly Rejected[]
  readonly payload: string
  readonly now: EpochMs
}

function accepted(office: Context, call: Call, { taken, rejected, payload, now }: Checked): Reply {
  const { ledger, randomness, faults } = office
  const { tin, clientId } = call.session
  const end = newUidEnd(randomness)
  const uid = newUid(randomness, end)
  const checkAt = now + (faults.find('slow_validation')?.ms ?? office.validationMs)
  const documents = taken.map((right) => ({
    facts: received(right, call, { uuid: newUid(randomness, end), submissionUid: uid, receivedAt: now, checkAt }),
    text: right.document.text,
  }))
  ledger.take({ uid, tin, clientId, receivedAt: now }, payload, documents)
  return {
    status: 202,
    body: {
      submissionUid: documents.length > 0 ? uid : null,
      acceptedDocuments: documents.map(({ facts }) => ({ uuid: facts.uuid, invoiceCodeNumber: facts.internalId })),
      rejectedDocuments: rejected,
    },
  }
}

function received(
  { document, sha256 }: CheckedDocument,
  { session }: Call,
  own: Pick<LedgerDocument, 'uuid' | 'submissionUid' | 'receivedAt' | 'checkAt'>,
): LedgerDocument {
  const { invoice, internalId, typeCode, version, supplier, buyer, issuer, issuedAt, references } = document
  const total = (name: string) => numberAt(invoice, 'LegalMonetaryTotal', name)
  const excludingTax = total('TaxExclusiveAmount') ?? 0
  return {
    ...own,
    internalId,
    typeCode,
    version,
    issuerTin: issuer.tin,
    supplier,
    buyer,
    intermediaryTin: session.intermediaryTin,
    createdBy: `${session.intermediaryTin ?? session.tin}:${guidFromText(session.clientId)}`,
    issuedAt: issuedAt ?? 0,
    references: references.filter((reference) => reference !== 'NA'),
    totals: {
      excludingTax,
      discount: total('AllowanceTotalAmount') ?? 0,
      net: total('LineExtensionAmount') ?? excludingTax,
      payable: total('PayableAmount') ?? 0,
    },
    sha256,
    longId: '',
    validatedAt: null,
    status: 'Submitted',
    statusReason: null,
    cancelledAt: null,
    rejectRequestedAt: null,
    steps: [],
  }
}

const duplicate = (leftMs: number): Reply =>
  refused(
    422,
    { code: 'DuplicateSubmission', message: 'An identical submission was received a moment ago', target: 'submission' },
    { 'Retry-After': String(Math.max(1, Math.ceil(leftMs / 1000))) },
  )

const wholeSubmission = (message: string | null, target: string | null, told: string): Reply =>
  refused(400, {
    code: 'ValidationError',
    message,
    target,
    details: [{ code: 'submission', target: 'submission', message: told }],
  })

const invalidStructure = (correlationId: string): Reply =>
  wholeSubmission(
    'Invalid structure',
    'submission',
    `Invalid structured submission. For more details contact the System Admin using Correlation Id: ${correlationId}`,
  )

/** The blank at the end is the authority's. */
const foreignTin = wholeSubmission(null, null, 'The authenticated TIN and documents TIN is not matching ')

const rejectedByScript = (codeNumber: string): Rejected => ({
  invoiceCodeNumber: codeNumber,
  error: {
    ...errorDetail('Validation Error', codeNumber),
    details: [errorDetail('Rejected by the fault script', 'document')],
  },
})
