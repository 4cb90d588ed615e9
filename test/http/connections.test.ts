import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Access } from '../../electron/gateway/access.ts'
import { mostConnections, patience } from '../../electron/gateway/http/connections.ts'
import { createServer } from '../../electron/gateway/http/server.ts'
import { systemRandomness } from '../../electron/gateway/system.ts'
import { raw } from '../support/raw.ts'

const nobody = { callerWith: async () => null } as unknown as Access

describe('connections', () => {
  let app: ReturnType<typeof createServer>
  let port: number
  let ours: Socket[]
  const logged: string[] = []

  beforeEach(async () => {
    ours = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    const doors = () => ({ hosts: [`127.0.0.1:${port}`], ownOrigins: [], allowedOrigins: [] })
    app = createServer({ access: nobody, log, randomness: systemRandomness, doors, routes: [], openPages: [] })
    app.get('/healthz', async () => ({ status: 'ok' }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as { readonly port: number }).port
  })
  afterEach(async () => {
    for (const socket of ours) socket.destroy()
    await app.close()
  })

  /** Never ends its own half, whatever the other side does. */
  const hold = async (bytes = '') => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    socket.on('error', () => undefined)
    ours.push(socket)
    await once(socket, 'connect')
    socket.write(bytes)
    return socket
  }
  const accepted = async () => ((await once(app.server, 'connection')) as [Socket])[0]
  const textFrom = async (socket: Socket) => String(((await once(socket, 'data')) as [Buffer])[0])

  test.each([
    { name: 'headers that never end', bytes: 'POST /v1/x HTTP/1.1\r\nX: ', says: 'HTTP/1.1 408 ' },
    { name: 'not a byte', bytes: '', says: 'HTTP/1.1 408 ' },
    { name: 'no HTTP', bytes: 'nonsense\r\n\r\n', says: 'HTTP/1.1 400 ' },
  ])(
    'with $name are refused and gone in seconds, also where the other side stays',
    async ({ bytes, says }) => {
      const begun = performance.now()
      const [theirs, mine] = await Promise.all([accepted(), hold(bytes)])
      const gone = once(theirs, 'close')
      expect(await textFrom(mine)).toContain(says)
      await gone
      expect(performance.now() - begun).toBeLessThan(patience.headersMs + patience.lookEveryMs + 3_000)
    },
    15_000,
  )

  test('a thousand idle ones keep no till out, and one too many is closed without an answer (IN29)', async () => {
    for (let n = 0; n < 1_000; n += 1) await hold()
    expect((await raw(port, { path: '/healthz' })).status).toBe(200)
    while (ours.length < mostConnections) await hold()
    const dropped = once(app.server, 'drop')
    await expect(raw(port, { path: '/healthz' })).rejects.toThrow(/socket hang up|ECONNRESET/)
    await dropped
    expect(logged.filter((line) => line.includes('too many connections'))).toHaveLength(1)
    ours.pop()?.destroy()
    await expect.poll(() => raw(port, { path: '/healthz' }).then(({ status }) => status)).toBe(200)
  })
})
