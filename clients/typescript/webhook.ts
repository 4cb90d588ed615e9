/** For what receives webhooks, in TypeScript for Node 20 or newer, Deno, Bun; nothing to install. Copy this file and types.ts. */
import type { WebhookMessage } from './types.js'

/** This webhook is not from your gateway, or it is old. */
export class BadSignature extends Error {}

/**
 * Proves that a webhook comes from your gateway. Remember the webhook-id: a delivery may repeat under the same one.
 * @param header reads a header by its name in small letters
 * @param body as it came, before any parsing
 * @returns its message
 * @throws BadSignature
 */
export async function verifyWebhook(
  secret: string,
  header: (name: string) => string | null | undefined,
  body: string,
  { now = Date.now(), toleranceSeconds = 300 } = {},
): Promise<WebhookMessage> {
  const [id, timestamp] = [header('webhook-id') ?? '', header('webhook-timestamp') ?? '']
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new BadSignature('the timestamp is missing or too far off')
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const each of (header('webhook-signature') ?? '').split(' ')) {
    const [version, signature = ''] = each.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)))
      return JSON.parse(body) as WebhookMessage
  }
  throw new BadSignature('the signature does not fit')
}

function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new BadSignature('this is not base64', { cause })
  }
}
