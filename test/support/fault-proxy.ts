import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { type Answer, type Asked, readAnswer, readAsked, writeAnswer } from './http-bytes.ts'

/** A fault of one connection, which carries one request. */
export type ProxyFault =
  /** Nothing is passed on and nothing is answered. */
  | { readonly kind: 'swallow' }
  /** After so many bytes of the request both ends are reset. */
  | { readonly kind: 'reset_request'; readonly after: number }
  /** The request arrives. After so many bytes of the answer the connection is reset, or ends. */
  | { readonly kind: 'reset_answer' | 'cut_answer'; readonly after: number }
  /** The answer comes in small pieces. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** The request arrives once this resolves, also if the caller has gone by then. */
  | { readonly kind: 'delay'; readonly until: Promise<unknown> }
  /** The request arrives twice, and the second answer is passed on. */
  | { readonly kind: 'duplicate' }
  /** The request arrives, with another first line if one is given, and its answer is changed. */
  | {
      readonly kind: 'rewrite'
      readonly line?: string
      readonly to?: (answer: Answer & { readonly body: Buffer }) => Answer
    }
  /** The request does not arrive. The caller gets this answer. */
  | { readonly kind: 'instead'; readonly answer: Answer | Buffer }

/** @param n the number of requests that the rule has matched, with this one */
export type Plan = (asked: Asked, n: number) => ProxyFault | null

export interface FaultProxy {
  /** `http://127.0.0.1:PORT`; with TLS `https://localhost:PORT`. */
  readonly url: string
  /** All requests that came, with any fault. */
  readonly requests: readonly Asked[]
  /** The number of accepted connections, also those without a request. */
  readonly connections: number
  /** Requests whose method and path match get a fault by the first matching rule. */
  rule(match: RegExp, plan: Plan | ProxyFault): void
  /** The fault for the next requests that match. */
  next(match: RegExp, fault: ProxyFault, times?: number): void
  clear(): void
  /** From now on the proxy accepts connections and does nothing with them. */
  hang(): void
  /** From now on the proxy refuses connections. */
  refuse(): Promise<void>
  /** Undoes `hang` and `refuse`, on the same port. */
  listen(): Promise<void>
  close(): Promise<void>
}

/**
 * A proxy in front of an HTTP server on loopback. It breaks connections as the test says.
 * @param tls for the side of the caller; the other side stays plain
 */
export async function startFaultProxy(target: string, tls: TlsOptions | null = null): Promise<FaultProxy> {
  const open = new Set<Socket>()
  const requests: Asked[] = []
  let rules: { readonly match: RegExp; readonly plan: Plan; n: number }[] = []
  let [connections, isHanging, port] = [0, false, 0]

  const keep = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const reach = () => keep(connect({ host: '127.0.0.1', port: Number(new URL(target).port) }))
  const faultFor = (asked: Asked): ProxyFault | null => {
    for (const rule of rules) {
      if (!rule.match.test(asked.line)) continue
      rule.n += 1
      const fault = rule.plan(asked, rule.n)
      if (fault) return fault
    }
    return null
  }
  const serve = async (near: Socket): Promise<void> => {
    const asked = await readAsked(keep(near))
    if (!asked) return
    requests.push(asked)
    const fault = faultFor(asked)
    await (fault ? strike(fault, near, asked.bytes, reach) : passOn(near, await askThere(reach(), asked.bytes)))
  }
  const secure = tls && createTlsServer(tls, (socket) => void serve(socket)).on('tlsClientError', () => undefined)
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (near) => {
    connections += 1
    keep(near)
    if (isHanging) return
    if (secure) secure.emit('connection', near)
    else void serve(near.resume())
  })
  const listen = async () => {
    isHanging = false
    while (!server.listening) {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening').catch(async (error: unknown) => {
        // While it was closed, another server of the tests may have been given its port.
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
        await pause(100)
      })
    }
    port = (server.address() as AddressInfo).port
  }
  const refuse = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  const rule: FaultProxy['rule'] = (match, plan) => {
    rules.push({ match, plan: typeof plan === 'function' ? plan : () => plan, n: 0 })
  }
  await listen()
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections
    },
    rule,
    next: (match, fault, times = 1) => rule(match, (_, n) => (n <= times ? fault : null)),
    clear: () => {
      rules = []
    },
    hang: () => {
      isHanging = true
    },
    refuse,
    listen,
    close: refuse,
  }
}

async function strike(fault: ProxyFault, near: Socket, bytes: Buffer, reach: () => Socket): Promise<void> {
  switch (fault.kind) {
    case 'swallow':
      return
    case 'reset_request': {
      const far = reach()
      await new Promise((resolve) => far.write(bytes.subarray(0, fault.after), resolve))
      far.resetAndDestroy()
      return void near.resetAndDestroy()
    }
    case 'reset_answer':
    case 'cut_answer': {
      const answer = await askThere(reach(), bytes)
      const isWritten = new Promise((resolve) => near.write(answer.subarray(0, fault.after), resolve))
      if (fault.after > 0) await isWritten
      return void (fault.kind === 'cut_answer' ? near.end() : near.resetAndDestroy())
    }
    case 'trickle': {
      const answer = await askThere(reach(), bytes)
      for (let at = 0; at < answer.length && !near.destroyed; at += fault.bytes) {
        near.write(answer.subarray(at, at + fault.bytes))
        await pause(fault.everyMs)
      }
      return void near.end()
    }
    case 'delay':
      await fault.until
      return passOn(near, await askThere(reach(), bytes))
    case 'duplicate':
      await askThere(reach(), bytes)
      return passOn(near, await askThere(reach(), bytes))
    case 'rewrite': {
      const said = await askThere(reach(), fault.line === undefined ? bytes : withLine(bytes, fault.line))
      // If the authority is away it sends nothing, so there is nothing to change.
      if (said.length === 0) return passOn(near, said)
      const answer = readAnswer(said)
      return writeAnswer(near, fault.to?.(answer) ?? answer)
    }
    case 'instead':
      return Buffer.isBuffer(fault.answer) ? passOn(near, fault.answer) : writeAnswer(near, fault.answer)
  }
}

/** @returns the whole answer, or the part that came before the connection broke */
async function askThere(far: Socket, bytes: Buffer): Promise<Buffer> {
  const chunks: Buffer[] = []
  far.on('data', (chunk) => chunks.push(chunk)).write(bytes)
  await new Promise((resolve) => far.once('close', resolve))
  return Buffer.concat(chunks)
}

function passOn(near: Socket, answer: Buffer): void {
  if (answer.length > 0) near.end(answer)
  else near.destroy()
}

const withLine = (bytes: Buffer, line: string): Buffer =>
  Buffer.concat([Buffer.from(`${line} HTTP/1.1`, 'latin1'), bytes.subarray(bytes.indexOf('\r\n'))])
