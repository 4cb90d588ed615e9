import { loopbackHosts } from '../../settings/values.ts'

/**
 * Records travel over TLS, plain HTTP only to this machine; an address is written down in many places, so it holds no
 * secret (contract 10).
 * @returns how it is written in the end; null where it may not be told anything
 */
export function targetUrl(given: string): string | null {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null) return null
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
  const isBare = url.username === '' && url.password === '' && !/[?#]/.test(url.href)
  return isSecure && isBare ? url.href : null
}

/** @param url as `targetUrl` writes it */
export const isOnThisMachine = (url: string): boolean => loopbackHosts.includes(new URL(url).hostname)
