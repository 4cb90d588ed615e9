/** Whether it is the token's own gateway that answers, before the token is shown; docs/integrate.md says how. */

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function keyed(secret: ArrayBuffer, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
}

/**
 * @param base ends in /v1
 * @throws what fetch throws where nobody answers
 */
export async function isProven(base: string, token: string): Promise<boolean> {
  const secret = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const challenge = hexOf(crypto.getRandomValues(new Uint8Array(32)).buffer)
  const { protocol, port } = new URL(base)
  const { headers } = await fetch(base.replace(/\/v1$/, '/healthz'), {
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    headers: {
      'x-resit-challenge': challenge,
      'x-resit-token-mark': (await keyed(secret, 'resit token')).slice(0, 32),
    },
  })
  const dialled = port || (protocol === 'https:' ? 443 : 80)
  return headers.get('x-resit-proof') === (await keyed(secret, `resit till\n${dialled}\n${challenge}`))
}
