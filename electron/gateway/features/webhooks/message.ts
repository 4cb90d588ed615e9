import { createHmac } from 'node:crypto'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type WireRecord } from '../../../../shared/api/shapes/record.ts'
import { type Instant } from '../../../../shared/domain/record.ts'
import { loopbackHosts } from '../../settings/values.ts'

export interface Message {
  /** The same however often it is delivered. */
  readonly id: string
  readonly body: string
}

interface Change {
  readonly targetId: string
  readonly eventSeq: number
  /** When the record changed. */
  readonly at: Instant
  /** As it is now. */
  readonly record: WireRecord
}

export const messageId = (targetId: string, eventSeq: number): string =>
  `msg_${targetId.replaceAll('-', '')}_${eventSeq}`

export const messageOf = ({ targetId, eventSeq, at, record }: Change): Message => ({
  id: messageId(targetId, eventSeq),
  body: JSON.stringify({ type: 'record.changed', timestamp: toWire(at), seq: eventSeq, data: record }),
})

const secretPrefix = 'whsec_'

/** @param bytes base64url, as chance gives them */
export const secretOf = (bytes: string): string => secretPrefix + Buffer.from(bytes, 'base64url').toString('base64')

/**
 * The headers of Standard Webhooks (standardwebhooks.com), version 1 of the symmetric signature.
 * @param secret begins with `whsec_`
 * @param at when it is sent
 */
export function signedHeaders({ id, body }: Message, secret: string, at: Instant): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

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
