import type { Socket } from 'node:net'

/** A request as it came over a connection of its own. */
export interface Asked {
  /** Method and path, like `POST /api/v1.0/documentsubmissions/`. */
  readonly line: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The whole request. */
  readonly bytes: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Pieces are sent one after the other, as fast as they are read. The connection ends after the last one. */
  readonly body?: string | Buffer | Iterable<Buffer>
}

interface Message {
  readonly start: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const gap = Buffer.from('\r\n\r\n')

/** @returns null if the head is not complete */
function messageIn(bytes: Buffer): Message | null {
  const end = bytes.indexOf(gap)
  if (end < 0) return null
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: */, '')])
  return { start, headers: Object.fromEntries(pairs), body: bytes.subarray(end + gap.length) }
}

/**
 * Reads one request.
 * @returns null if the other side closes before it is complete
 */
export async function readAsked(socket: Socket): Promise<Asked | null> {
  let bytes = Buffer.alloc(0)
  const whole = Promise.withResolvers<Asked | null>()
  socket.on('close', () => whole.resolve(null))
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    const message = messageIn(bytes)
    if (!message || message.body.length < Number(message.headers['content-length'] ?? 0)) return
    const { start, headers, body } = message
    whole.resolve({ line: start.replace(/ HTTP.*$/, ''), headers, body, bytes })
  })
  return whole.promise
}

/**
 * Parses a complete answer.
 * @throws Error if it is none
 */
export function readAnswer(bytes: Buffer): Answer & { readonly body: Buffer } {
  const message = messageIn(bytes)
  const status = Number(message?.start.split(' ')[1])
  if (!message || !status) throw new Error(`not an answer: ${bytes.subarray(0, 100).toString('latin1')}`)
  return { status, headers: message.headers, body: message.body }
}

/** Writes the answer to the socket, with its length unless it comes in pieces. */
export async function writeAnswer(socket: Socket, { status, headers = {}, body = '' }: Answer): Promise<void> {
  const whole = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : null
  const told = { ...headers, connection: 'close', ...(whole && { 'content-length': String(whole.length) }) }
  if (!whole) delete (told as Record<string, string>)['content-length']
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} Told\r\n${lines.join('')}\r\n`, 'latin1')
  for (const piece of whole ? [whole] : (body as Iterable<Buffer>)) {
    if (socket.destroyed) return
    if (!socket.write(piece)) await drained(socket)
  }
  socket.end()
}

/** Also resolves if the other side has closed. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
