import type { Call, Office } from '../http/office.ts'
import { badArgument, ok, type Reply, wireTime } from '../http/reply.ts'
import type { LedgerDocument } from '../ledger/document.ts'
import { issuerOf, receiverOf } from '../ledger/document.ts'
import { pageOf } from './paging.ts'
import { typeNameOf } from './type-names.ts'

const kinds = {
  received: { typeId: '6', typeName: 'Document received' },
  validated: { typeId: '7', typeName: 'Document validated' },
  cancelled: { typeId: '8', typeName: 'Document cancelled' },
  rejectionInitiated: { typeId: '15', typeName: 'Document rejection initiated' },
} as const

interface Happened {
  readonly document: LedgerDocument
  readonly kind: keyof typeof kinds
  readonly at: number
  readonly receiver: string
}

/** A5: read off the ledger, since nothing here is ever delivered by mail. */
export function notifications({ ledger, clock }: Office, { query, session }: Call): Reply {
  const [from, to] = [instantIn(query, 'dateFrom'), instantIn(query, 'dateTo')]
  if (Number.isNaN(from) || Number.isNaN(to)) return badArgument('dateFrom', 'dateFrom and dateTo must be instants')
  const type = query.get('type')
  const happened = ledger
    .documentsFor(session.tin, 0, clock.now())
    .flatMap((document) => happenedTo(document, session.tin))
    .filter(({ at }) => at >= (from ?? 0) && at <= (to ?? Number.MAX_SAFE_INTEGER))
    .filter(({ kind }) => type === null || type === kinds[kind].typeId)
    .toSorted((one, other) => other.at - one.at)
  const page = pageOf(happened, query)
  if (!page) return badArgument('pageSize', 'pageNo and pageSize must be whole numbers, pageSize 100 at most')
  const hasNext = Number(query.get('pageNo') ?? '1') < page.totalPages
  return ok({ result: page.items.map(notificationOf), metadata: { hasNext } })
}

const instantIn = (query: URLSearchParams, name: string): number | null => {
  const text = query.get(name)
  return text === null ? null : Date.parse(text)
}

function happenedTo(document: LedgerDocument, tin: string): readonly Happened[] {
  const { validatedAt, cancelledAt, rejectRequestedAt, issuerTin } = document
  if (validatedAt === null) return []
  const isIssuer = issuerTin === tin
  const receiver = isIssuer ? issuerOf(document).name : receiverOf(document).name
  const tell = (kind: Happened['kind'], at: number | null): readonly Happened[] =>
    at === null ? [] : [{ document, kind, at, receiver }]
  return [
    ...tell(isIssuer ? 'validated' : 'received', validatedAt),
    ...tell('cancelled', cancelledAt),
    ...(isIssuer ? tell('rejectionInitiated', rejectRequestedAt) : []),
  ]
}

function notificationOf({ document, kind, at, receiver }: Happened) {
  const id = `${document.uuid}-${kinds[kind].typeId}`
  const subject = `${kinds[kind].typeName}: ${typeNameOf(document.typeCode)} ${document.internalId}`
  const time = wireTime(at)
  return {
    notificationId: id,
    receiverName: receiver,
    notificationDeliveryId: id,
    creationDateTime: time,
    receivedDateTime: time,
    notificationSubject: subject,
    deliveredDateTime: time,
    ...kinds[kind],
    finalMessage: subject,
    address: null,
    language: 'en',
    status: '4',
    deliveryAttempts: [{ attemptDateTime: time, status: 'delivered', statusDetails: '' }],
  }
}
