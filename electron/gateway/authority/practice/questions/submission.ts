import type { Call, Office } from '../http/office.ts'
import { badArgument, notFound, ok, type Reply, wireTime } from '../http/reply.ts'
import type { LedgerDocument } from '../ledger/document.ts'
import { pageOf } from './paging.ts'
import { summaryOf } from './summary.ts'

/** E6: shown to whoever submitted, the taxpayer or the intermediary that did it. */
export function showSubmission(office: Office, { params, query, session }: Call): Reply {
  const { ledger } = office
  const submission = ledger.submission(params[0] ?? '')
  if (!submission || (submission.tin !== session.tin && submission.clientId !== session.clientId))
    return notFound('The submission was not found')
  const documents = ledger.documentsOf(submission.uid)
  const page = pageOf(documents, query)
  if (!page) return badArgument('pageSize', 'pageNo and pageSize must be whole numbers, pageSize 100 at most')
  return ok({
    submissionUid: submission.uid,
    documentCount: documents.length,
    dateTimeReceived: wireTime(submission.receivedAt),
    overallStatus: overallStatusOf(documents),
    documentSummary: page.items.map((document) => summaryOf(office, document)),
  })
}

/** A later cancellation does not change it: nothing says that it does (myinvois 2, E6). */
function overallStatusOf(documents: readonly LedgerDocument[]): string {
  if (documents.some(({ status }) => status === 'Submitted')) return 'InProgress'
  const invalid = documents.filter(({ status }) => status === 'Invalid').length
  if (invalid === 0) return 'Valid'
  return invalid === documents.length ? 'Invalid' : 'Partially Valid'
}
