import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { mostConnections } from '../../../electron/gateway/authority/practice/server.ts'
import { practise, signedIn } from './support.ts'

let sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

/** Connects as an unknown program. */
async function comes(url: string): Promise<Socket> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Resolves when the connection ends. If it is cut off, the client may see an error. */
const isOver = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve()
    socket.resume().once('close', () => resolve())
  })

test('who holds all places and says nothing loses them soon, and the gateway is answered again (DS1)', async () => {
  const practice = await practise()
  const crowd = await Promise.all(Array.from({ length: mostConnections + 20 }, () => comes(practice.url)))
  // A header that arrives letter by letter must be cut off like one that never comes.
  const slow = setInterval(() => crowd[0]?.write('G'), 200)
  await Promise.all(crowd.map(isOver))
  clearInterval(slow)
  expect((await (await signedIn(practice)).get('/api/v1.0/documenttypes')).status).toBe(200)
})

test('a body without an end is cut off, and one that is only too large is told so (DS1)', async () => {
  const practice = await practise()
  const client = await signedIn(practice)
  expect((await client.post('/api/v1.0/documentsubmissions', 'x'.repeat(9 * 1024 * 1024))).status).toBe(413)
  const socket = await comes(practice.url)
  const ended = isOver(socket)
  const piece = Buffer.alloc(1024 * 1024, 'x')
  socket.write('POST /connect/token HTTP/1.1\r\nhost: practice\r\ntransfer-encoding: chunked\r\n\r\n')
  let sent = 0
  while (socket.writable && sent < 400) {
    socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    if (!socket.write('\r\n')) await Promise.race([new Promise((drained) => socket.once('drain', drained)), ended])
    sent += 1
  }
  await ended
  // Buffers hold some more than was read, but far less than the time limit would allow.
  expect(sent).toBeLessThan(400)
})
