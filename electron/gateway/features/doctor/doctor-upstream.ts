import type { TokenStatus } from '../../authority/port.ts'
import type { Check } from './check.ts'

/** What the gateway that documents are sent to makes of our token; null where they go to the authority itself. */
export type UpstreamToken = (() => Promise<TokenStatus>) | null

const name = 'upstream token'

/** Whether another gateway lets us do what we need; that it cannot be reached is told of each company. */
export async function upstreamChecks(upstreamToken: UpstreamToken): Promise<readonly Check[]> {
  const status = await upstreamToken?.()
  switch (status?.kind) {
    case undefined:
    case 'unreached':
      return []
    case 'good':
      return [{ name, verdict: 'good', says: 'upstream_token_good' }]
    case 'refused':
      return [{ name, verdict: 'bad', says: 'upstream_token_refused' }]
    case 'no_gateway':
      return [{ name, verdict: 'bad', says: 'upstream_no_gateway' }]
    case 'lacks':
      return [{ name, verdict: 'bad', says: 'upstream_token_lacks', values: { scopes: status.scopes.join(', ') } }]
  }
}
