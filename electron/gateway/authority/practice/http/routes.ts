import { changeState } from '../questions/change-state.ts'
import { showDetails, showRaw } from '../questions/document.ts'
import { documentType, documentTypes, documentTypeVersion } from '../questions/document-types.ts'
import { notifications } from '../questions/notifications.ts'
import { recentDocuments, searchDocuments } from '../questions/search.ts'
import { showSubmission } from '../questions/submission.ts'
import { searchTin, taxpayerQr, validateTin } from '../questions/taxpayer.ts'
import { submitDocuments } from '../submission/submit.ts'
import type { Call, Office } from './office.ts'
import type { Api } from './rate-limits.ts'
import type { Reply } from './reply.ts'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Against the path without its query; its groups are the params. */
  readonly path: RegExp
  readonly api: Exclude<Api, 'login'>
  readonly answer: (office: Office, call: Call) => Reply | Promise<Reply>
}

/** The API (myinvois 2); signing in stands apart, since nobody is signed in yet. */
const routes: readonly Route[] = [
  { method: 'GET', path: /^\/api\/v1\.0\/documenttypes$/, api: 'documentTypes', answer: documentTypes },
  { method: 'GET', path: /^\/api\/v1\.0\/documenttypes\/([^/]+)$/, api: 'documentTypes', answer: documentType },
  {
    method: 'GET',
    path: /^\/api\/v1\.0\/documenttypes\/([^/]+)\/versions\/([^/]+)$/,
    api: 'documentTypes',
    answer: documentTypeVersion,
  },
  { method: 'GET', path: /^\/api\/v1\.0\/notifications\/taxpayer$/, api: 'notifications', answer: notifications },
  { method: 'GET', path: /^\/api\/v1\.0\/taxpayer\/validate\/([^/]+)$/, api: 'validateTin', answer: validateTin },
  { method: 'GET', path: /^\/api\/v1\.0\/taxpayer\/search\/tin$/, api: 'searchTin', answer: searchTin },
  { method: 'GET', path: /^\/api\/v1\.0\/taxpayers\/qrcodeinfo\/([^/]+)$/, api: 'taxpayerQr', answer: taxpayerQr },
  // With and without the slash: both are in use.
  { method: 'POST', path: /^\/api\/v1\.0\/documentsubmissions\/?$/, api: 'submit', answer: submitDocuments },
  {
    method: 'GET',
    path: /^\/api\/v1\.0\/documentsubmissions\/([^/]+)$/,
    api: 'getSubmission',
    answer: showSubmission,
  },
  { method: 'PUT', path: /^\/api\/v1\.0\/documents\/state\/([^/]+)\/state$/, api: 'changeState', answer: changeState },
  { method: 'GET', path: /^\/api\/v1\.0\/documents\/recent$/, api: 'recent', answer: recentDocuments },
  { method: 'GET', path: /^\/api\/v1\.0\/documents\/search$/, api: 'search', answer: searchDocuments },
  { method: 'GET', path: /^\/api\/v1\.0\/documents\/([^/]+)\/raw$/, api: 'getRaw', answer: showRaw },
  { method: 'GET', path: /^\/api\/v1\.0\/documents\/([^/]+)\/details$/, api: 'getDetails', answer: showDetails },
]

export interface Match {
  readonly route: Route
  readonly params: readonly string[]
}

export function matchRoute(method: string | undefined, path: string): Match | null {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) return { route, params: match.slice(1).map(decoded) }
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
