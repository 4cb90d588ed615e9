// node test/attack/attacker.ts PORT TLS_PORT [idle]: does everything that a program without a token can do to a
// gateway, until it is killed. With `idle` it only opens connections and sends nothing.
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

const [port, tlsPort] = process.argv.slice(2, 4).map(Number)
const isIdleAlone = process.argv[4] === 'idle'
const host = '127.0.0.1'
const agent = new Agent({ keepAlive: true, maxSockets: 24 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const shoot = ({ method, path, headers = {}, body }: Shot) =>
  new Promise<void>((resolve) => {
    const sent = request({ host, port, agent, method, path, headers }, (response) => {
      response.resume()
      response.on('close', resolve)
    })
    sent.on('error', () => resolve())
    sent.end(body)
  })

/** Sends the requests in turn, for ever. */
async function flood(shots: readonly Shot[]): Promise<never> {
  for (;;) for (const shot of shots) await shoot(shot)
}

/** Keeps a connection open that sends the text a byte a second. Opens it again if it is closed. */
function hold(text: string, to = { port: port ?? 0, host }): void {
  const socket: Socket = connect(to)
  let at = 0
  const timer = setInterval(() => {
    if (at < text.length) socket.write(text[at] ?? '')
    at += 1
  }, 1_000)
  socket.on('error', () => undefined)
  socket.on('data', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    setTimeout(hold, 250, text, to)
  })
}

const json = { 'content-type': 'application/json' }
const wrong = { authorization: `Bearer rst_${'A'.repeat(43)}`, ...json }
const sale = '/v1/sale/invoice_submission'
const floods: readonly (readonly Shot[])[] = [
  [{ method: 'POST', path: sale, headers: wrong, body: '{}' }],
  [{ method: 'GET', path: '/operator/v1/records', headers: wrong }],
  [{ method: 'POST', path: '/operator/v1/sign_in', headers: json, body: '{"operator":"Aminah","pin":"000001"}' }],
  [{ method: 'POST', path: '/operator/v1/setup', headers: json, body: '{"code":"AAAAA","name":"A","pin":"271828"}' }],
  [
    { method: 'GET', path: '/docs' },
    { method: 'GET', path: '/docs/json' },
    { method: 'GET', path: '/docs/yaml' },
    { method: 'GET', path: '/openapi.json' },
    { method: 'GET', path: '/docs/read/integrate?q=a' },
  ],
  [
    { method: 'POST', path: sale, headers: wrong, body: '['.repeat(900_000) },
    { method: 'POST', path: sale, headers: wrong, body: `{"a":"${'x'.repeat(2_000_000)}"}` },
    {
      method: 'POST',
      path: sale,
      headers: { ...wrong, 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(5e7)),
    },
  ],
]

for (let each = 0; each < 1_100; each += 1) hold('', { port: tlsPort ?? 0, host })
for (let each = 0; each < 1_300; each += 1) hold('')
if (isIdleAlone) {
  process.stdout.write('at it\n')
  await new Promise(() => undefined)
}
for (let each = 0; each < 50; each += 1) {
  hold(`GET /healthz HTTP/1.1\r\nHost: ${host}:${port}\r\nX-Slow: ${'a'.repeat(500)}`)
  hold(`POST ${sale} HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Length: 900000\r\n\r\n${'a'.repeat(500)}`)
}
process.stdout.write('at it\n')
await pause(100)
await Promise.all(floods.flatMap((shots) => [flood(shots), flood(shots)]))
