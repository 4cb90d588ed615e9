import type { z } from 'zod'
import type { EndpointRow } from './axes.ts'
import {
  backup,
  backupAsk,
  changes,
  changesQuery,
  companies,
  companyAsk,
  companySaved,
  credentialsAsk,
  doctor,
  exportPage,
  exportQuery,
  integrity,
  newToken,
  newTokenAsk,
  practiceFault,
  practiceFaultAsk,
  queue,
  revoked,
  revokeTokenAsk,
  tokens,
} from './shapes/operator.ts'

export interface OperatorRow extends Omit<EndpointRow, 'body'> {
  readonly body?: z.ZodType
  /** Under /operator/v1. */
  readonly path: `/${string}`
}

/** What the command line and the screens ask of a gateway beyond the interface (contract 10). */
export const operator = {
  changes: {
    method: 'GET',
    path: '/changes',
    scope: 'read',
    summary: 'Records that changed since, waiting for the next change where there is none',
    query: changesQuery,
    answers: { 200: changes },
    faults: ['bad_query'],
  },
  queue: {
    method: 'GET',
    path: '/queue',
    scope: 'read',
    summary: 'What is still to be done',
    answers: { 200: queue },
    faults: [],
  },
  listTokens: {
    method: 'GET',
    path: '/tokens',
    scope: 'admin',
    summary: 'Tokens',
    answers: { 200: tokens },
    faults: [],
  },
  createToken: {
    method: 'POST',
    path: '/tokens',
    scope: 'admin',
    summary: 'Create a token',
    body: newTokenAsk,
    answers: { 200: newToken },
    faults: ['validation_failed', 'company_not_found', 'storage_unavailable'],
  },
  revokeToken: {
    method: 'POST',
    path: '/tokens/revocation',
    scope: 'admin',
    summary: 'Revoke a token',
    body: revokeTokenAsk,
    answers: { 200: revoked },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  listCompanies: {
    method: 'GET',
    path: '/companies',
    scope: 'admin',
    summary: 'Companies',
    answers: { 200: companies },
    faults: [],
  },
  importCompany: {
    method: 'POST',
    path: '/companies',
    scope: 'admin',
    summary: 'Insert a company, or update it by COMPANY_GUID',
    body: companyAsk,
    answers: { 200: companySaved },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  setCredentials: {
    method: 'POST',
    path: '/companies/credentials',
    scope: 'admin',
    summary: 'With what the gateway signs in at the authority for a company',
    body: credentialsAsk,
    answers: { 200: companySaved },
    faults: ['validation_failed', 'company_not_found', 'storage_unavailable'],
  },
  doctor: {
    method: 'GET',
    path: '/doctor',
    scope: 'admin',
    summary: 'Named checks of everything that can be wrong',
    answers: { 200: doctor },
    faults: [],
  },
  verify: {
    method: 'GET',
    path: '/integrity',
    scope: 'admin',
    summary: 'Whether the database is sound',
    answers: { 200: integrity },
    faults: [],
  },
  backup: {
    method: 'POST',
    path: '/backup',
    scope: 'admin',
    summary: 'Copy the database into a new file on this machine, while the gateway works',
    body: backupAsk,
    answers: { 200: backup },
    faults: ['validation_failed', 'storage_unavailable'],
  },
  export: {
    method: 'GET',
    path: '/export',
    scope: 'admin',
    summary: 'Records of a period, page by page',
    query: exportQuery,
    answers: { 200: exportPage },
    faults: ['bad_query', 'range_reversed'],
  },
  practiceFault: {
    method: 'POST',
    path: '/practice/fault',
    scope: 'admin',
    summary: 'Let the practice authority misbehave, to rehearse',
    body: practiceFaultAsk,
    answers: { 200: practiceFault },
    faults: ['validation_failed', 'route_not_found'],
  },
} as const satisfies Record<string, OperatorRow>

export type OperatorCall = keyof typeof operator
