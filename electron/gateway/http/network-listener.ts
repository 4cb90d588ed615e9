import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createServer, isIP, type Server as NetServer, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { nullIfThrown } from '../../../shared/domain/null-if-thrown.ts'
import type { AccessRefusalCounter, Log, TlsCertificateStatus } from '../ports.ts'
import { backlog, connectionTimeouts, limitConnections } from './connections.ts'
import type { NetworkListenerRules } from './guards.ts'

/** Answers other computers over TLS. */
export interface NetworkListener {
  /** Null before it listens. */
  rules(): NetworkListenerRules | null
  status(): TlsCertificateStatus
  /** @throws Error EADDRINUSE, EADDRNOTAVAIL, EACCES */
  listen(server: Server): Promise<void>
  /** Resolves when open requests are answered. */
  close(): Promise<void>
}

export interface NetworkListenerOptions extends Pick<NetworkListenerRules, 'hasScreens'> {
  readonly address: string
  readonly port: number
  readonly certificateFile: string
  readonly keyFile: string
  readonly hosts: readonly { readonly name: string; readonly port: number | null }[]
}

export interface NetworkListenerDeps {
  readonly refusals: Pick<AccessRefusalCounter, 'count'>
  readonly log: Log
  readonly isOpenToOthers: (rights: Stats) => boolean
  readonly lookMs?: number
}

const usualLookMs = 10_000

/** Only suites of TLS 1.2 that are as good as those of TLS 1.3: forward secrecy and authenticated encryption. */
const encryption = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const

/**
 * The same server on a second listener, with the same limits and guards. Certificate files are read again while it
 * runs, because certificates are renewed every few weeks. Open connections keep the old certificate.
 * @returns why the files cannot be used, if they cannot
 */
export async function createNetworkListener(
  wish: NetworkListenerOptions,
  { refusals, log, isOpenToOthers, lookMs = usualLookMs }: NetworkListenerDeps,
): Promise<NetworkListener | TlsPairFault> {
  const first = await readPair(wish, isOpenToOthers)
  if (typeof first === 'string') return first
  let inUse = first
  let broken: TlsPairFault | null = null
  let rules: NetworkListenerRules | null = null
  const server = createServer({ noDelay: true })
  const markShaken = limitBeforeHandshake(server, refusals)
  const encrypting = createTlsServer({
    cert: first.cert,
    key: first.key,
    ...encryption,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: connectionTimeouts.headersMs,
  })
  // Node leaves a connection open after its handshake timed out.
  encrypting.on('tlsClientError', (_, socket) => socket.destroy())
  server.on('connection', (socket) => beginWithBytes(socket, encrypting))

  const look = async () => {
    const found = await readPair(wish, isOpenToOthers)
    const was = broken
    broken = typeof found === 'string' ? found : null
    if (broken !== null && broken !== was)
      log.warn({ why: broken }, 'the new certificate for other computers cannot be used; the one from before is')
    if (typeof found === 'string' || (found.cert.equals(inUse.cert) && found.key.equals(inUse.key))) return
    inUse = found
    encrypting.setSecureContext({ cert: found.cert, key: found.key, ...encryption })
    log.info({ until: new Date(found.until).toISOString() }, 'other computers are answered with a new certificate')
  }
  const looking = setInterval(() => {
    look().catch((err: unknown) => log.error({ err }, 'the certificate for other computers could not be looked at'))
  }, lookMs)
  looking.unref()

  return {
    rules: () => rules,
    status: () => ({ until: inUse.until, renewBy: inUse.renewBy, isReplacementBroken: broken !== null }),
    async listen(behind) {
      encrypting.on('secureConnection', (socket) => {
        markShaken(socket)
        behind.emit('connection', socket)
      })
      await once(server.listen({ host: wish.address, port: wish.port, backlog }), 'listening')
      const address = server.address()
      rules = typeof address === 'object' && address ? rulesOf(wish, address.port) : null
      server.on('error', (err) => log.error({ err }, 'the listener for other computers'))
    },
    async close() {
      clearInterval(looking)
      if (!server.listening) return
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What stays silent costs no keys and no memory of TLS. */
function beginWithBytes(socket: Socket, encrypting: NetServer): void {
  socket.on('error', () => socket.destroy())
  socket.once('readable', () => {
    if (socket.readableLength === 0) socket.destroy()
    else encrypting.emit('connection', socket)
  })
}

/** @returns to be called after the handshake, when the server behind limits the connection */
function limitBeforeHandshake(
  server: NetServer,
  refusals: NetworkListenerDeps['refusals'],
): (socket: TLSSocket) => void {
  const connections = limitConnections(server, refusals, {
    silentMs: connectionTimeouts.headersMs,
    isSilent: () => true,
  })
  const raw = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const ends = endsOf(socket)
    raw.set(ends, socket)
    socket.once('close', () => raw.get(ends) === socket && raw.delete(ends))
  })
  return (socket) => {
    const under = raw.get(endsOf(socket))
    if (under) connections.markAuthenticated(under)
  }
}

/** Node does not say which raw connection a TLS socket belongs to; their ends are the same. */
const endsOf = ({ remoteAddress, remotePort }: Socket | TLSSocket): string => `${remoteAddress} ${remotePort}`

/** Browsers leave out port 443, but a caller may send it. */
function rulesOf({ hosts, hasScreens }: NetworkListenerOptions, listening: number): NetworkListenerRules {
  const called = hosts.map(({ name, port }) => ({ name, port: port ?? listening }))
  return {
    hasScreens,
    hosts: called.flatMap(({ name, port }) => [...(port === 443 ? [name] : []), `${name}:${port}`]),
    ownOrigins: called.map(({ name, port }) => (port === 443 ? `https://${name}` : `https://${name}:${port}`)),
  }
}

/** Read asynchronously: a slow disk must not hold up answers. */
async function readPair(
  { certificateFile, keyFile, hosts }: NetworkListenerOptions,
  isOpenToOthers: (rights: Stats) => boolean,
) {
  try {
    const [cert, key, rights] = await Promise.all([readFile(certificateFile), readFile(keyFile), stat(keyFile)])
    if (isOpenToOthers(rights)) return 'open_key'
    return checkTlsPair(
      cert,
      key,
      hosts.map(({ name }) => name),
    )
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) return 'unreadable'
    throw cause
  }
}

/** A certificate with its chain, and its key; both PEM. */
interface TlsPair extends Pick<TlsCertificateStatus, 'until' | 'renewBy'> {
  readonly cert: Buffer
  readonly key: Buffer
}

/** `open_key`: other accounts can read the key. `other_name`: the certificate is not for every configured host. */
export type TlsPairFault = 'unreadable' | 'open_key' | 'not_a_certificate' | 'not_a_key' | 'mismatch' | 'other_name'

/**
 * Renewal is late in the last fifth of the certificate's time, at most two weeks: programs that renew do it earlier.
 */
const lateShare = 0.2
const longestLateMs = 14 * 86_400_000

/** @param hosts IPv6 addresses in brackets */
function checkTlsPair(cert: Buffer, key: Buffer, hosts: readonly string[]): TlsPair | TlsPairFault {
  const certificate = nullIfThrown(() => new X509Certificate(cert))
  if (!certificate) return 'not_a_certificate'
  const opened = nullIfThrown((): KeyObject => createPrivateKey(key))
  if (!opened) return 'not_a_key'
  if (!certificate.checkPrivateKey(opened)) return 'mismatch'
  if (!hosts.every((host) => isFor(certificate, host))) return 'other_name'
  // Other reasons: the key is too short, or the chain is broken.
  if (!nullIfThrown(() => createSecureContext({ cert, key }))) return 'not_a_certificate'
  const [from, until] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()]
  return { cert, key, until, renewBy: until - Math.min((until - from) * lateShare, longestLateMs) }
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined
}
