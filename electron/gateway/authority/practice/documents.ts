import { typeNameOf, versionNameOf } from './document-types.ts'
import { issuerOf, type LedgerDocument, type LedgerStore, maySee, receiverOf } from './ledger.ts'
import type { Call, Context } from './office.ts'
import { stepNamesFor } from './steps.ts'
import { badArgument, notFound, ok, pagedReply, type Reply, wireTime, wireTimeOrNull } from './wire.ts'

/** In the recorded shape of submissions, details and raw (myinvois 2, E6). */
function summaryOf({ clock, faults }: Context, document: LedgerDocument) {
  const isLinked =
    document.validatedAt !== null && clock.now() >= document.validatedAt + (faults.find('late_long_id')?.ms ?? 0)
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

/** Lists have other names for some fields (myinvois 2, E5, E9). */
function listItemOf(office: Context, document: LedgerDocument) {
  const summary = summaryOf(office, document)
  const { submissionUid, totalPayableAmount, totalExcludingTax, totalNetAmount, ...shared } = summary
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

/** E6: only the submitter sees it, the taxpayer or its intermediary. */
export function showSubmission(office: Context, { params, query, session }: Call): Reply {
  const submission = office.ledger.submission(params[0] ?? '')
  if (!submission || (submission.tin !== session.tin && submission.clientId !== session.clientId))
    return notFound('The submission was not found')
  const documents = office.ledger.documentsOf(submission.uid)
  return pagedReply(documents, query, (page) => ({
    submissionUid: submission.uid,
    documentCount: documents.length,
    dateTimeReceived: wireTime(submission.receivedAt),
    overallStatus: overallStatusOf(documents),
    documentSummary: page.map((document) => summaryOf(office, document)),
  }))
}

/** A later cancellation does not change it (myinvois 2, E6). */
function overallStatusOf(documents: readonly LedgerDocument[]): string {
  if (documents.some(({ status }) => status === 'Submitted')) return 'InProgress'
  const invalid = documents.filter(({ status }) => status === 'Invalid').length
  if (invalid === 0) return 'Valid'
  return invalid === documents.length ? 'Invalid' : 'Partially Valid'
}

const unknown = notFound('The document was not found')

/** E7: the exact bytes; there are none of an invalid document (myinvois 2). */
export function showRaw(office: Context, { params, session }: Call): Reply {
  const { ledger, faults } = office
  const document = ledger.document(params[0] ?? '')
  if (!document || !maySee(session.tin, document) || document.status === 'Invalid') return unknown
  return ok({
    ...summaryOf(office, document),
    document: inForm(ledger.textOf(document.uuid), faults.find('raw_form')?.form),
  })
}

/** Only the white space between tokens changes. */
function inForm(text: string, form: 'pretty' | 'base64' | undefined): string {
  if (form === 'base64') return Buffer.from(text, 'utf8').toString('base64')
  return form === 'pretty' ? spread(text) : text
}

const spread = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g, (token) => (token.startsWith('"') ? token : `${token}\n  `))

/** E8 */
export function showDetails(office: Context, { params, session }: Call): Reply {
  const document = office.ledger.document(params[0] ?? '')
  if (!document || !maySee(session.tin, document)) return unknown
  return ok({ ...summaryOf(office, document), validationResults: validationResultsOf(document) })
}

function validationResultsOf({ status, steps, version }: LedgerDocument) {
  if (status === 'Submitted')
    return { status, validationSteps: stepNamesFor(version).map((name) => ({ status: 'Submitted', name })) }
  return { status: status === 'Invalid' ? 'Invalid' : 'Valid', validationSteps: steps }
}

const longestSpanMs = 31 * 86_400_000
/** The criteria that a gateway uses; dates of issue are not supported. */
const criteria: readonly string[] = ['submissionDateFrom', 'submissionDateTo', 'invoiceDirection', 'pageNo', 'pageSize']

/** E9: both dates of submission are required, at most 31 days apart (myinvois 2). */
export function searchDocuments(office: Context, { query, session: { tin } }: Call): Reply {
  const other = [...query.keys()].find((name) => !criteria.includes(name))
  if (other !== undefined) return badArgument(other, 'The practice authority does not search by this')
  const [from, to] = [
    Date.parse(query.get('submissionDateFrom') ?? ''),
    Date.parse(query.get('submissionDateTo') ?? ''),
  ]
  // This form also refuses what is not a date.
  if (!(to >= from && to - from <= longestSpanMs))
    return badArgument('submissionDateFrom', 'Both dates must be given, 31 days apart at most')
  const direction = query.get('invoiceDirection')
  const found = office.ledger
    .documentsFor(tin, from, to)
    .filter(({ issuerTin }) => direction === null || direction === (issuerTin === tin ? 'Sent' : 'Received'))
  return pagedReply(found, query, (page, totalPages) => ({
    result: page.map((document) => listItemOf(office, document)),
    metadata: { totalPages, totalCount: found.length },
  }))
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The public page of a validation link (myinvois 3). @returns null for any other path */
export function sharePage(ledger: LedgerStore, path: string): Reply | null {
  const [, uuid, longId] = /^\/([A-Z0-9]{26})\/share\/([A-Z0-9]+)$/.exec(path) ?? []
  const document = uuid === undefined ? undefined : ledger.document(uuid)
  if (!document || document.longId === '' || document.longId !== longId) return null
  const facts = [
    ['Status', document.status],
    ['Type', typeNameOf(document.typeCode)],
    ['Number', document.internalId],
    ['Issuer', `${issuerOf(document).name} (${document.issuerTin})`],
    ['Issued', wireTime(document.issuedAt)],
    ['UUID', document.uuid],
  ] as const
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')
  const title = 'Practice e-Invoice: not a document of the tax authority'
  const head = `<meta charset="utf-8"><title>${title}</title>`
  return {
    status: 200,
    headers: { 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff' },
    body: `<!doctype html><html lang="en"><head>${head}</head><body><h1>${title}</h1><dl>${rows}</dl></body></html>`,
  }
}
