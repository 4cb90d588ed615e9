import type { OperatorRow } from '../operator.ts'
import { nothingAsk } from '../shapes/people.ts'
import {
  begunReconciliation,
  reconciliations as list,
  reconcileAsk,
  reconciled,
  reconciliationParams,
} from '../shapes/reconciliation.ts'
import { file } from '../shapes/shifts.ts'

/** Comparisons of what is kept here with what the authority lists. */
export const reconciliations = {
  reconciliations: {
    method: 'GET',
    path: '/reconciliations',
    scope: 'void',
    summary: 'Comparisons with the authority, the newest first',
    answers: { 200: list },
    faults: [],
  },
  reconcile: {
    method: 'POST',
    path: '/reconciliations',
    scope: 'void',
    summary: 'Compare a period with what the authority lists, page by page under its limit',
    body: reconcileAsk,
    answers: { 200: begunReconciliation },
    faults: ['validation_failed', 'company_not_found', 'reconciliation_running', 'storage_unavailable'],
  },
  reconciliation: {
    method: 'GET',
    path: '/reconciliations/{id}',
    scope: 'void',
    summary: 'How far a comparison is, and what differs',
    params: reconciliationParams,
    answers: { 200: reconciled },
    faults: ['record_not_found'],
  },
  stopReconciliation: {
    method: 'POST',
    path: '/reconciliations/{id}/stop',
    scope: 'void',
    summary: 'Stop a comparison; what was read is kept',
    params: reconciliationParams,
    body: nothingAsk,
    answers: { 200: reconciled },
    faults: ['validation_failed', 'record_not_found'],
  },
  resumeReconciliation: {
    method: 'POST',
    path: '/reconciliations/{id}/resumption',
    scope: 'void',
    summary: 'Go on with a comparison where it stopped',
    params: reconciliationParams,
    body: nothingAsk,
    answers: { 200: reconciled },
    faults: ['validation_failed', 'record_not_found', 'reconciliation_running', 'storage_unavailable'],
  },
  reconciliationTable: {
    method: 'GET',
    path: '/reconciliations/{id}/differences.csv',
    scope: 'void',
    summary: 'What differs, for a spreadsheet',
    params: reconciliationParams,
    produces: 'text/csv',
    answers: { 200: file },
    faults: ['record_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
