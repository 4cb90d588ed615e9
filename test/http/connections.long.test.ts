import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccessRefusalLog } from '../../electron/gateway/features/health/refusals.ts'
import type { Access, Caller } from '../../electron/gateway/http/access.ts'
import { ok, type ServedEndpoint } from '../../electron/gateway/http/call.ts'
import {
  connectionTimeouts,
  mostConnections,
  mostUnauthenticated,
  silentCloseRate,
} from '../../electron/gateway/http/connections.ts'
import { createServer } from '../../electron/gateway/http/server.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'
import { withoutPeople } from '../support/bare-server.ts'
import { observers } from '../support/observers.ts'
import { raw } from '../support/raw.ts'

const till: Caller = { by: 'token:Till 1', id: '1', scopes: new Set(['read']), companyGuid: null }
const access = {
  callerWith: async (secret: string) => (secret === 'rst_right' ? till : null),
} as unknown as Access
const taken: ServedEndpoint = {
  id: 'taken',
  method: 'POST',
  path: '/taken',
  scope: 'open',
  outletScope: 'no_sale',
  summary: 'Takes anything',
  mostBodyBytes: 100,
  answers: {},
  faults: [],
}
const known: ServedEndpoint = {
  id: 'known',
  method: 'GET',
  path: '/known',
  scope: 'read',
  outletScope: 'no_sale',
  summary: 'Known',
  mostBodyBytes: 1,
  answers: {},
  faults: [],
}

describe('connections', () => {
  let app: ReturnType<typeof createServer>
  let port: number
  let ours: Socket[]
  let refusals: AccessRefusalLog
  const logged: string[] = []

  beforeEach(async () => {
    ours = []
    logged.length = 0
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    refusals = new AccessRefusalLog({ ...observers, clock: systemClock, log })
    const listeners = () => ({ hosts: [`127.0.0.1:${port}`], ownOrigins: [], allowedOrigins: [] })
    const routes = [known, taken].map((endpoint) => ({ endpoint, handle: async () => ok({}) }))
    app = createServer({
      ...observers,
      ...withoutPeople,
      access,
      refusals,
      desktop: { header: 'x-desktop', value: 'none' },
      log,
      randomness: systemRandomness,
      listeners,
      routes,
      openPages: [],
    })
    app.get('/healthz', async () => ({ status: 'ok' }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as { readonly port: number }).port
  })
  afterEach(async () => {
    for (const socket of ours) socket.destroy()
    await app.close()
  })

  /** A client that never closes its side, even if the server does. */
  const hold = async (bytes = '', from?: string) => {
    const way = { host: '127.0.0.1', port, allowHalfOpen: true, ...(from && { localAddress: from }) }
    const socket = connect(way)
    socket.on('error', () => undefined)
    ours.push(socket)
    await once(socket, 'connect')
    socket.write(bytes)
    return socket
  }
  const asking = (path: string, authorization: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\n\r\n`
  /** Sends a request and gets its answer on a connection that stays open. */
  const ask = async (path: string, authorization: string) => {
    const socket = await hold(asking(path, authorization))
    expect(await textFrom(socket)).toContain('HTTP/1.1 200 ')
    return socket
  }
  const accepted = async () => ((await once(app.server, 'connection')) as [Socket])[0]
  const textFrom = async (socket: Socket) => String(((await once(socket, 'data')) as [Buffer])[0])

  test.each([
    { name: 'headers that never end', bytes: 'POST /v1/x HTTP/1.1\r\nX: ', says: 'HTTP/1.1 408 ' },
    { name: 'not a byte', bytes: '', says: '' },
    { name: 'no HTTP', bytes: 'nonsense\r\n\r\n', says: 'HTTP/1.1 400 ' },
  ])('with $name are refused and gone in seconds, also where the other side stays', async ({ bytes, says }) => {
    const begun = performance.now()
    const [theirs, mine] = await Promise.all([accepted(), hold(bytes)])
    let text = ''
    mine.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await Promise.all([once(theirs, 'close'), once(mine, 'end')])
    expect(text.split('\r\n')[0]).toContain(says)
    expect(performance.now() - begun).toBeLessThan(
      connectionTimeouts.headersMs + connectionTimeouts.lookEveryMs + 20_000,
    )
  })

  const health = () => raw(port, { path: '/healthz' })

  test('nobody known keeps no till out, however many there are and whatever they are at (IN29, DS1)', async () => {
    for (let n = 0; n < mostUnauthenticated + 300; n += 1)
      await hold(n % 2 ? '' : 'POST /operator/v1/x HTTP/1.1\r\nX: ')
    expect((await health()).status).toBe(200)
    expect(refusals.recent().connection).toBeGreaterThanOrEqual(300)
    expect(logged).toEqual([])
  })

  test('that stay silent are closed a few at a time, and none of 1,100 to make room for another (DS1)', async () => {
    let [closed, inTurn, mostInTurn] = [0, 0, 0]
    app.server.on('connection', (socket) => {
      socket.once('close', () => {
        closed += 1
        inTurn += 1
        mostInTurn = Math.max(mostInTurn, inTurn)
        setImmediate(() => {
          inTurn = 0
        })
      })
    })
    for (let n = 0; n < 1_100; n += 1) await hold()
    await expect.poll(() => closed).toBe(1_100)
    expect(mostInTurn).toBeLessThanOrEqual(silentCloseRate.each)
    expect(refusals.recent().connection).toBe(0)
  })

  test('of somebody who has shown a token stay open where others make room (DS1)', async () => {
    const known = await ask('/known', 'Bearer rst_right')
    for (let n = 0; n < mostUnauthenticated + 50; n += 1) await hold()
    expect(known.destroyed).toBe(false)
    known.write(asking('/known', 'Bearer rst_right'))
    expect(await textFrom(known)).toContain('HTTP/1.1 200 ')
  })

  test.runIf(process.platform === 'linux')('of another computer than the one that holds most stay (DS1)', async () => {
    const [first] = await Promise.all([accepted(), hold()])
    for (let n = 0; n < mostUnauthenticated + 50; n += 1) await hold('', '127.0.0.2')
    expect(first.destroyed).toBe(false)
    expect((await health()).status).toBe(200)
  })
  if (process.platform !== 'linux')
    console.warn('that connections of other computers stay is left out: only Linux has 127.0.0.2 by itself')

  test('that end within a body are no error of ours (DS5)', async () => {
    const head = `POST /taken HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
    for (let n = 0; n < 20; n += 1) {
      const asked = once(app.server, 'request')
      const [theirs, mine] = await Promise.all([accepted(), hold(`${head}Content-Length: 9\r\n\r\n{`)])
      await asked
      const gone = new Promise((resolve) => theirs.once('close', resolve))
      mine.resetAndDestroy()
      await gone
    }
    expect((await health()).status).toBe(200)
    expect(logged).toEqual([])
  })

  test.each([
    { name: 'too large', path: '/taken', says: '413' },
    { name: 'at no path', path: '/nothing', says: '404' },
  ])(
    'of a till that writes a body that is $name to its end, and only then listens, carry $says (IN5)',
    async (sent) => {
      const body = ' '.repeat(8 * 1024 * 1024)
      const head = `POST ${sent.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n`
      const socket = connect({ host: '127.0.0.1', port })
      ours.push(socket)
      const gone = new Promise((resolve) => socket.once('close', resolve))
      socket.pause()
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`, () => resolve())
      })
      const text = textFrom(socket)
      socket.resume()
      expect(await text).toContain(`HTTP/1.1 ${sent.says} `)
      await gone
    },
  )

  test('are no more than so many, also of those with a token', async () => {
    for (let n = 0; n < mostConnections; n += 1) await ask('/known', 'Bearer rst_right')
    const dropped = once(app.server, 'drop')
    await expect(health()).rejects.toThrow(/socket hang up|ECONNRESET/)
    await dropped
    ours.pop()?.destroy()
    await expect.poll(() => health().then(({ status }) => status)).toBe(200)
  })
})
