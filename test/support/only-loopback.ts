// Loaded before everything else with `node --require`. A connection to another computer is noted and refused, also in
// threads and in processes that this one starts.

import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { type NetConnectOpts, Socket } from 'node:net'

const file = process.env['ONLY_LOOPBACK'] ?? ''
const here: readonly unknown[] = ['127.0.0.1', '::1', 'localhost', undefined]

function isElsewhere(host: unknown): boolean {
  if (here.includes(host)) return false
  appendFileSync(file, `${String(host)}\n`)
  return true
}

const refusal = () => Object.assign(new Error('only this computer may be reached'), { code: 'ENETUNREACH' })

/** The host in the arguments of `connect`: options, a port and a host, or Node's own form of both. */
function hostIn([first, second]: readonly unknown[]): unknown {
  const asked = Array.isArray(first) ? (first as readonly unknown[])[0] : first
  if (typeof asked === 'object' && asked !== null) return (asked as NetConnectOpts & { readonly host?: string }).host
  return typeof second === 'string' ? second : undefined
}

// oxlint-disable-next-line typescript/unbound-method -- called on the socket it is asked of
const connect = Socket.prototype.connect
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  if (isElsewhere(hostIn(args))) {
    process.nextTick(() => this.destroy(refusal()))
    return this
  }
  return Reflect.apply(connect, this, args)
} as typeof connect

const { lookup } = dns
dns.lookup = ((host: string, ...more: unknown[]) => {
  const answer = more.at(-1) as (cause: Error) => void
  if (isElsewhere(host)) return process.nextTick(() => answer(refusal()))
  return Reflect.apply(lookup, dns, [host, ...more]) as unknown
}) as typeof lookup
for (const name of ['resolve', 'resolve4', 'resolve6', 'resolveSrv', 'resolveTxt'] as const)
  Object.assign(dns, { [name]: (host: string) => void isElsewhere(host) })
