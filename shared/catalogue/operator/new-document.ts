import type { OperatorRow } from '../operator.ts'
import { correction, scanAsk, scannedTaxpayer } from '../shapes/new-document.ts'
import { recordParams } from '../shapes/operator.ts'

/** What the form of a document asks beside the interface. */
export const newDocument = {
  correction: {
    method: 'GET',
    path: '/records/{guid}/correction',
    scope: 'submit',
    summary: 'A refused record as it was sent, to be corrected and submitted again',
    params: recordParams,
    answers: { 200: correction },
    faults: ['record_not_found', 'correction_denied_status', 'record_closed'],
  },
  scanTaxpayer: {
    method: 'POST',
    path: '/taxpayers/scan',
    scope: 'taxpayer',
    summary: 'Whose MyInvois code was scanned, asked of the authority',
    body: scanAsk,
    answers: { 200: scannedTaxpayer },
    faults: ['validation_failed', 'taxpayer_not_found', 'too_many_requests', 'authority_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
