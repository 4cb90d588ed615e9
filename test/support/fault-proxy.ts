import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { type Answer, type Asked, readAnswer, readAsked, writeAnswer } from './http-bytes.ts'

/** What goes wrong with one connection, which carries one request. */
export type ProxyFault =
  /** Nothing is passed on, nothing is answered. */
  | { readonly kind: 'swallow' }
  /** So many bytes of the request arrive, then both ends are reset. */
  | { readonly kind: 'reset_request'; readonly after: number }
  /** The request arrives; after so many bytes of its answer the connection is reset, or just ends. */
  | { readonly kind: 'reset_answer' | 'cut_answer'; readonly after: number }
  /** The answer comes in pieces. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** The request arrives when this resolves, whether or not somebody still waits for its answer. */
  | { readonly kind: 'delay'; readonly until: Promise<unknown> }
  /** The request arrives twice; the second answer is the one that is told. */
  | { readonly kind: 'duplicate' }
  /** The request arrives, with another first line where one is given, and its answer is changed on the way back. */
  | {
      readonly kind: 'rewrite'
      readonly line?: string
      readonly to?: (answer: Answer & { readonly body: Buffer }) => Answer
    }
  /** The request does not arrive; this is answered. */
  | { readonly kind: 'instead'; readonly answer: Answer | Buffer }

/** @param n how many requests the rule has matched, this one included */
export type Plan = (asked: Asked, n: number) => ProxyFault | null

export interface FaultProxy {
  /** `http://127.0.0.1:PORT`; with TLS `https://localhost:PORT`. */
  readonly url: string
  /** Every request that came, whatever became of it. */
  readonly requests: readonly Asked[]
  /** How many connections were accepted, whether or not a request came on them. */
  readonly connections: number
  /** A request whose method and path match meets what the first rule has for it. */
  rule(match: RegExp, plan: Plan | ProxyFault): void
  /** The next so many that match. */
  next(match: RegExp, fault: ProxyFault, times?: number): void
  clear(): void
  /** From now on connections are accepted and left alone: no handshake, no byte. */
  hang(): void
  /** From now on connections are refused. */
  refuse(): Promise<void>
  /** As at the beginning, on the same port. */
  listen(): Promise<void>
  close(): Promise<void>
}

/**
 * A way to an HTTP server on loopback on which exactly that goes wrong which a test says.
 * @param tls what it speaks to whoever connects; the other side stays plain
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
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
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
      // An authority that is away says nothing that could be changed.
      if (said.length === 0) return passOn(near, said)
      const answer = readAnswer(said)
      return writeAnswer(near, fault.to?.(answer) ?? answer)
    }
    case 'instead':
      return Buffer.isBuffer(fault.answer) ? passOn(near, fault.answer) : writeAnswer(near, fault.answer)
  }
}

/** @returns the whole answer; what there is of it where the connection breaks */
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
