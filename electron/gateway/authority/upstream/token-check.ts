import type { Clock } from '../../ports.ts'
import { AuthorityClock } from '../authority-clock.ts'
import type { TokenStatus } from '../port.ts'
import { Api, type ApiAsk, type UpstreamSettings } from './api.ts'

/**
 * Questions that another gateway judges by their scope before it looks at what they ask, which is nothing: none of them
 * does anything there (contract 2).
 */
const questions: Readonly<Record<string, ApiAsk>> = {
  submit: { method: 'POST', path: '/sale/invoice_submission', body: '{}' },
  read: { method: 'GET', path: '/sale/invoice_checkstatus/by_guid' },
  cancel: { method: 'POST', path: '/sale/invoice_cancellation', body: '{}' },
  taxpayer: { method: 'GET', path: '/taxauth/tin_search' },
}

/** Asks whether our token is known there and may do all that we need. */
export function tokenCheck(settings: UpstreamSettings, own: Clock): () => Promise<TokenStatus> {
  const api = new Api(settings, new AuthorityClock(own))
  return async () => {
    const version = await api.call({ method: 'GET', path: '/version/' })
    if (version.kind !== 'answered' || version.status >= 500 || version.status === 429) return { kind: 'unreached' }
    if (version.problem?.code === 'unauthorized') return { kind: 'refused' }
    if (!isGateway(version.json)) return { kind: 'no_gateway' }
    const lacking = await Promise.all(
      Object.entries(questions).map(async ([scope, ask]) => {
        const result = await api.call(ask)
        return result.kind === 'answered' && result.problem?.code === 'insufficient_scope' ? [scope] : []
      }),
    )
    const scopes = lacking.flat()
    return scopes.length > 0 ? { kind: 'lacks', scopes } : { kind: 'good' }
  }
}

const isGateway = (json: unknown): boolean => typeof json === 'object' && json !== null && 'api_version' in json
