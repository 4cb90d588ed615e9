import type { IncomingMessage, Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import type { RefusalCounter } from '../ports.ts'
import { mostConnections } from './connections.ts'

const arrived = new WeakSet<Socket>()

/** Whether it came in by the socket beside the port: no web page and no other computer can. */
export const isFromTillSocket = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean => arrived.has(socket)

/** Who comes in here meets the same limits, guards and routes as on the port. Not listening yet. */
export function tillSocketServer(behind: Server, refusals: Pick<RefusalCounter, 'count'>) {
  const server = createServer((socket) => {
    arrived.add(socket)
    behind.emit('connection', socket)
  })
  server.maxConnections = mostConnections
  server.on('drop', () => refusals.count('connection'))
  return server
}
