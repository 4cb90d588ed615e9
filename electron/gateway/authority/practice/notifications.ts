import { typeNameOf } from './document-types.ts'
import { issuerOf, type LedgerDocument, receiverOf } from './ledger.ts'
import type { Call, Office } from './office.ts'
import { badArgument, paged, type Reply, wireTime } from './wire.ts'

const kinds = {
  received: { typeId: '6', typeName: 'Document received' },
  validated: { typeId: '7', typeName: 'Document validated' },
  cancelled: { typeId: '8', typeName: 'Document cancelled' },
  rejectionInitiated: { typeId: '15', typeName: 'Document rejection initiated' },
} as const

interface Happened {
  readonly document: LedgerDocument
  readonly kind: (typeof kinds)[keyof typeof kinds]
  readonly at: number
}

/** A5: read off the ledger, since nothing here is ever delivered by mail. */
export function notifications({ ledger, clock }: Office, { query, session: { tin } }: Call): Reply {
  const from = Date.parse(query.get('dateFrom') ?? new Date(0).toISOString())
  const to = Date.parse(query.get('dateTo') ?? '9999-12-31T00:00:00Z')
  if (Number.isNaN(from + to)) return badArgument('dateFrom', 'dateFrom and dateTo must be instants')
  const happened = ledger
    .documentsFor(tin, 0, clock.now())
    .flatMap((document) => happenedTo(document, tin))
    .filter(({ at }) => at >= from && at <= to)
    .filter(({ kind }) => (query.get('type') ?? kind.typeId) === kind.typeId)
    .toSorted((one, other) => other.at - one.at)
  return paged(happened, query, (page, totalPages) => ({
    result: page.map((each) => notificationOf(each, tin)),
    metadata: { hasNext: Number(query.get('pageNo') ?? '1') < totalPages },
  }))
}

function happenedTo(document: LedgerDocument, tin: string): readonly Happened[] {
  const { validatedAt, cancelledAt, rejectRequestedAt, issuerTin } = document
  const isIssuer = issuerTin === tin
  const tell = (kind: Happened['kind'], at: number | null): readonly Happened[] =>
    at === null || validatedAt === null ? [] : [{ document, kind, at }]
  return [
    ...tell(isIssuer ? kinds.validated : kinds.received, validatedAt),
    ...tell(kinds.cancelled, cancelledAt),
    ...(isIssuer ? tell(kinds.rejectionInitiated, rejectRequestedAt) : []),
  ]
}

function notificationOf({ document, kind, at }: Happened, tin: string) {
  const id = `${document.uuid}-${kind.typeId}`
  const subject = `${kind.typeName}: ${typeNameOf(document.typeCode)} ${document.internalId}`
  const time = wireTime(at)
  return {
    notificationId: id,
    receiverName: (document.issuerTin === tin ? issuerOf(document) : receiverOf(document)).name,
    notificationDeliveryId: id,
    creationDateTime: time,
    receivedDateTime: time,
    notificationSubject: subject,
    deliveredDateTime: time,
    ...kind,
    finalMessage: subject,
    address: null,
    language: 'en',
    status: '4',
    deliveryAttempts: [{ attemptDateTime: time, status: 'delivered', statusDetails: '' }],
  }
}
