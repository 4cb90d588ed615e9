import type { OperatorRow } from '../operator.ts'
import { actList, actListQuery, integrity, journalStanding, sealAsk, trustAsk, trusted } from '../shapes/journal.ts'

/** The journal beside the database, which proves that nothing was lost or changed. */
export const journal = {
  journal: {
    method: 'GET',
    path: '/journal',
    scope: 'read',
    summary: 'Whether the journal agrees with the database, and its head code',
    answers: { 200: journalStanding },
    faults: [],
  },
  sealJournal: {
    method: 'POST',
    path: '/journal/seal',
    scope: 'void',
    summary: 'Prove everything so far, at the end of a shift; the head code goes on its report',
    body: sealAsk,
    answers: { 200: journalStanding },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  trustJournal: {
    method: 'POST',
    path: '/journal/trust',
    scope: 'admin',
    summary: 'Let the gateway send again after something was found in the journal, and say why',
    body: trustAsk,
    answers: { 200: trusted },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  listActs: {
    method: 'GET',
    path: '/acts',
    scope: 'admin',
    summary: 'What people did, the newest first: sign-ins, approvals, tokens, companies, look-ups',
    query: actListQuery,
    answers: { 200: actList },
    faults: ['bad_query'],
  },
  verify: {
    method: 'GET',
    path: '/integrity',
    scope: 'admin',
    summary: 'Prove everything that is kept, from the first line of the journal on',
    answers: { 200: integrity },
    faults: ['storage_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
