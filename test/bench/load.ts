import { connect, type Socket } from 'node:net'

export interface Load {
  readonly count: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Target {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Makes a new body for every request, in ASCII. Without it the requests are GET. */
  readonly body?: () => string
}

/**
 * Keeps one request under way on each connection. It uses bare sockets, because both sides share the processors.
 * @throws Error for any answer but success: a fast refusal is no result
 */
export async function load(target: Target, connections: number, seconds: number): Promise<Load> {
  const times: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => keepAsking(target, until, times)))
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const count = times.length
  return { count, perSecond: count / ((performance.now() - startedAt) / 1000), p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** Sends requests on one connection until the time is over. */
function keepAsking(target: Target, until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(target.port, '127.0.0.1')
    socket.setNoDelay(true)
    let answered = ''
    let askedAt = 0
    const ask = () => {
      askedAt = performance.now()
      socket.write(requestOf(target), 'latin1')
    }
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      answered += chunk
      if (!isWhole(answered)) return
      if (!answered.startsWith('HTTP/1.1 2')) return fail(socket, answered, reject)
      times.push(performance.now() - askedAt)
      answered = ''
      if (performance.now() < until) return ask()
      socket.destroy()
      resolve()
    })
  })
}

function requestOf({ port, path, headers, body }: Target): string {
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  if (!body) return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head}\r\n`
  const text = body()
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(answer)?.[1]
  return head >= 0 && length !== undefined && answer.length >= head + 4 + Number(length)
}

function fail(socket: Socket, answer: string, reject: (cause: Error) => void): void {
  socket.destroy()
  reject(new Error(`answered ${answer.slice(0, 2000)}`))
}
