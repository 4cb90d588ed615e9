import type { Instant } from '../../../../shared/domain/record.ts'
import { typeNameOf, versionNameOf } from './document-types.ts'
import { issuerOf, type LedgerDocument, type LedgerStore, maySee, receiverOf } from './ledger.ts'
import type { Call, Office } from './office.ts'
import { stepNamesFor } from './steps.ts'
import { badArgument, notFound, ok, paged, type Reply, wireTime, wireTimeOrNull } from './wire.ts'

/** A document as submissions, details and raw show it: the recorded shape (myinvois 2, E6). */
function summaryOf({ clock, faults }: Office, document: LedgerDocument) {
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

/** A document as lists show it, with other names for some of the same (myinvois 2, E5, E9). */
function listItemOf(office: Office, document: LedgerDocument) {
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

/** E6: shown to the one that submitted, the taxpayer or the intermediary that did it. */
export function showSubmission(office: Office, { params, query, session }: Call): Reply {
  const submission = office.ledger.submission(params[0] ?? '')
  if (!submission || (submission.tin !== session.tin && submission.clientId !== session.clientId))
    return notFound('The submission was not found')
  const documents = office.ledger.documentsOf(submission.uid)
  return paged(documents, query, (page) => ({
    submissionUid: submission.uid,
    documentCount: documents.length,
    dateTimeReceived: wireTime(submission.receivedAt),
    overallStatus: overallStatusOf(documents),
    documentSummary: page.map((document) => summaryOf(office, document)),
  }))
}

/** A later cancellation does not change it: nothing says that it does (myinvois 2, E6). */
function overallStatusOf(documents: readonly LedgerDocument[]): string {
  if (documents.some(({ status }) => status === 'Submitted')) return 'InProgress'
  const invalid = documents.filter(({ status }) => status === 'Invalid').length
  if (invalid === 0) return 'Valid'
  return invalid === documents.length ? 'Invalid' : 'Partially Valid'
}

const unknown = notFound('The document was not found')

/** E7: the document exactly as it came; of an invalid one there is none (myinvois 2). */
export function showRaw(office: Office, { params, session }: Call): Reply {
  const { ledger, faults } = office
  const document = ledger.document(params[0] ?? '')
  if (!document || !maySee(session.tin, document) || document.status === 'Invalid') return unknown
  return ok({
    ...summaryOf(office, document),
    document: inForm(ledger.textOf(document.uuid), faults.find('raw_form')?.form),
  })
}

/** Numbers keep their digits: only the white space between is another. */
function inForm(text: string, form: 'pretty' | 'base64' | undefined): string {
  if (form === 'base64') return Buffer.from(text, 'utf8').toString('base64')
  return form === 'pretty' ? spread(text) : text
}

/** A line for each member, outside the texts. */
const spread = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g, (token) => (token.startsWith('"') ? token : `${token}\n  `))

/** E8 */
export function showDetails(office: Office, { params, session }: Call): Reply {
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
const mostRecent = 10_000

type Asking = Pick<Call, 'query' | 'session'>

/** E9: needs the dates of submission or of issue, both ends, 31 days apart at most (myinvois 2). */
export function searchDocuments(office: Office, { query, session }: Call): Reply {
  const [submitted, issued] = [spanIn(query, 'submissionDate'), spanIn(query, 'issueDate')]
  if (submitted === 'malformed' || issued === 'malformed')
    return badArgument('submissionDateFrom', 'Both dates of a pair must be given, 31 days apart at most')
  if (!submitted && !issued)
    return badArgument('submissionDateFrom', 'Either the dates of submission or the dates of issue must be given')
  const [from, to] = [submitted?.from ?? 0, submitted?.to ?? Number.MAX_SAFE_INTEGER]
  const found = office.ledger.documentsFor(session.tin, from, to)
  return listed(office, { query, session }, issuedIn(found, issued))
}

/** E5: the last 31 days; its dates are optional and only narrow that. */
export function recentDocuments(office: Office, { query, session }: Call): Reply {
  const now = office.clock.now()
  const at = (name: string, otherwise: number) => Date.parse(query.get(name) ?? '') || otherwise
  const from = Math.max(now - longestSpanMs, at('submissionDateFrom', 0))
  const issued = { from: at('issueDateFrom', 0), to: at('issueDateTo', Number.MAX_SAFE_INTEGER) }
  const found = office.ledger.documentsFor(session.tin, from, Math.min(now, at('submissionDateTo', now)))
  return listed(office, { query, session }, issuedIn(found, issued).slice(0, mostRecent))
}

const issuedIn = (documents: readonly LedgerDocument[], issued: Span | null): readonly LedgerDocument[] =>
  documents.filter(({ issuedAt }) => !issued || (issuedAt >= issued.from && issuedAt <= issued.to))

function listed(office: Office, { query, session }: Asking, documents: readonly LedgerDocument[]): Reply {
  const found = documents.filter((document) => isWanted(document, query, session.tin))
  return paged(found, query, (page, totalPages) => ({
    result: page.map((document) => listItemOf(office, document)),
    metadata: { totalPages, totalCount: found.length },
  }))
}

interface Span {
  readonly from: Instant
  readonly to: Instant
}

function spanIn(query: URLSearchParams, name: string): Span | 'malformed' | null {
  const [from, to] = [query.get(`${name}From`), query.get(`${name}To`)]
  if (from === null && to === null) return null
  const span = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') }
  // A comparison with what is not a date is never true.
  return span.to >= span.from && span.to - span.from <= longestSpanMs ? span : 'malformed'
}

function isWanted(document: LedgerDocument, query: URLSearchParams, tin: string): boolean {
  const asked = (name: string) => query.get(name) ?? query.get(`${name[0]?.toUpperCase()}${name.slice(1)}`)
  const criteria = {
    invoiceDirection: document.issuerTin === tin ? 'Sent' : 'Received',
    status: document.status,
    documentType: document.typeCode,
    uuid: document.uuid,
    issuerTin: document.issuerTin,
    issuerId: issuerOf(document).idNumber,
    issuerIdType: issuerOf(document).idType,
    receiverTin: receiverOf(document).tin,
    receiverId: receiverOf(document).idNumber,
    receiverIdType: receiverOf(document).idType,
  }
  return (
    Object.entries(criteria).every(([name, value]) => [null, '', value].includes(asked(name))) &&
    matches(document, asked('searchQuery') ?? '')
  )
}

/** Free text over numbers, names and the total. */
function matches({ uuid, internalId, supplier, buyer, totals }: LedgerDocument, text: string): boolean {
  const places = [uuid, internalId, supplier.tin, supplier.name, buyer.tin, buyer.name, String(totals.payable)]
  return places.some((place) => place.toLowerCase().includes(text.toLowerCase()))
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The page a validation link leads to (myinvois 3), for the reader of the code on a receipt, without signing in.
 * @returns null if the path is not of such a page, or names no document with this long id
 */
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
