import type { Call, Office } from '../http/office.ts'
import { notFound, ok, type Reply } from '../http/reply.ts'
import type { LedgerDocument } from '../ledger/document.ts'
import type { Session } from '../people/sign-in.ts'
import { stepNamesFor } from '../validation/steps.ts'
import { summaryOf } from './summary.ts'

const unknown = notFound('The document was not found')

/** E7: the document exactly as it came; of an invalid one there is none (myinvois 2). */
export function showRaw(office: Office, { params, session }: Call): Reply {
  const { ledger, faults } = office
  const document = ledger.document(params[0] ?? '')
  if (!document || !maySee(session, document) || document.status === 'Invalid') return unknown
  return ok({ ...summaryOf(office, document), document: inForm(ledger.textOf(document.uuid), faults.rawForm()) })
}

/** Numbers keep their digits: only the white space between is another. */
function inForm(text: string, form: 'pretty' | 'base64' | null): string {
  if (form === 'base64') return Buffer.from(text, 'utf8').toString('base64')
  return form === 'pretty' ? spread(text) : text
}

/** A line for each member, outside the texts. */
const spread = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g, (token) => (token.startsWith('"') ? token : `${token}\n  `))

/** E8 */
export function showDetails(office: Office, { params, session }: Call): Reply {
  const { ledger } = office
  const document = ledger.document(params[0] ?? '')
  if (!document || !maySee(session, document)) return unknown
  return ok({ ...summaryOf(office, document), validationResults: validationResultsOf(document) })
}

/** The receiver sees of a document only what counts; to everybody else it does not exist. */
function maySee({ tin }: Session, document: LedgerDocument): boolean {
  if (document.issuerTin === tin) return true
  const isParty = [document.supplier.tin, document.buyer.tin].includes(tin)
  return isParty && (document.status === 'Valid' || document.status === 'Cancelled')
}

function validationResultsOf({ status, steps, version }: LedgerDocument) {
  if (status === 'Submitted')
    return { status, validationSteps: stepNamesFor(version).map((name) => ({ status: 'Submitted', name })) }
  return { status: status === 'Invalid' ? 'Invalid' : 'Valid', validationSteps: steps }
}
