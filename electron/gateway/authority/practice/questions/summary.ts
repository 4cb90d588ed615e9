import type { Office } from '../http/office.ts'
import { wireTime, wireTimeOrNull } from '../http/reply.ts'
import { issuerOf, type LedgerDocument, receiverOf } from '../ledger/document.ts'
import { typeNameOf, versionNameOf } from './type-names.ts'

/** A document as submissions, details and raw show it: the recorded shape (myinvois 2, E6). */
export function summaryOf({ clock, faults }: Office, document: LedgerDocument) {
  const isLinked = document.validatedAt !== null && clock.now() >= document.validatedAt + faults.lateLongIdMs()
  const { totals } = document
  return {
    uuid: document.uuid,
    submissionUid: document.submissionUid,
    longId: isLinked ? document.longId : '',
    internalId: document.internalId,
    typeName: typeNameOf(document.typeCode),
    typeVersionName: versionNameOf(document.version),
    issuerTin: document.issuerTin,
    issuerName: issuerOf(document).name,
    receiverId: receiverOf(document).idNumber,
    receiverName: receiverOf(document).name,
    dateTimeIssued: wireTime(document.issuedAt),
    dateTimeReceived: wireTime(document.receivedAt),
    dateTimeValidated: wireTimeOrNull(document.validatedAt),
    totalPayableAmount: totals.payable,
    totalExcludingTax: totals.excludingTax,
    totalDiscount: totals.discount,
    totalNetAmount: totals.net,
    status: document.status,
    cancelDateTime: wireTimeOrNull(document.cancelledAt),
    rejectRequestDateTime: wireTimeOrNull(document.rejectRequestedAt),
    documentStatusReason: document.statusReason,
    createdByUserId: document.createdBy,
  }
}

/** A document as lists show it, with other names for some of the same (myinvois 2, E5, E9). */
export function listItemOf(office: Office, document: LedgerDocument) {
  const { submissionUid, totalPayableAmount, totalExcludingTax, totalNetAmount, ...shared } = summaryOf(
    office,
    document,
  )
  return {
    ...shared,
    submissionUID: submissionUid,
    totalSales: totalExcludingTax,
    netAmount: totalNetAmount,
    total: totalPayableAmount,
    supplierTIN: document.supplier.tin,
    supplierName: document.supplier.name,
    buyerTIN: document.buyer.tin,
    buyerName: document.buyer.name,
    submissionChannel: 'ERP',
    intermediaryName: null,
    intermediaryTin: document.intermediaryTin,
    intermediaryRob: null,
  }
}
