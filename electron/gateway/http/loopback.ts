import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../ports.ts'
import { backlog, mostConnections } from './connections.ts'

export interface Loopback {
  readonly port: number
  /** Stops IPv6; the app closes the rest. */
  stop(): void
}

/** Computers without IPv6 say so. If a firewall forbids the port, no other program can have it either. */
const goesWithout = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EACCES', 'EINVAL']

/** For a free port: one that is free on one of the two addresses only is not used. */
const mostTries = 10

/**
 * Answers on 127.0.0.1 and on [::1] at the same port: a till that says `localhost` tries [::1] first, and would show
 * its token to another program there. @param port 0 for any free one @throws Error EADDRINUSE if another program has
 * one of the two
 */
export async function listenOnLoopback(app: FastifyInstance, port: number, log: Log): Promise<Loopback> {
  for (let tries = 1; ; tries += 1) {
    const six = await holdSix(app.server, port, log)
    try {
      await app.listen({ host: '127.0.0.1', port: six?.port ?? port, backlog })
      const address = app.server.address()
      return { port: typeof address === 'object' && address ? address.port : port, stop: () => six?.stop() }
    } catch (cause) {
      six?.stop()
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (port !== 0 || !isTaken || tries === mostTries) throw cause
    }
  }
}

/** @returns null if this computer has no IPv6 loopback */
async function holdSix(server: Server, port: number, log: Log): Promise<Loopback | null> {
  const six = createServer((socket) => server.emit('connection', socket))
  six.maxConnections = mostConnections
  try {
    await once(six.listen({ host: '::1', port, ipv6Only: true, backlog }), 'listening')
  } catch (err) {
    if (!goesWithout.includes((err as NodeJS.ErrnoException).code ?? '')) throw err
    log.info({ err }, 'there is no [::1] to hold here: tills have to say 127.0.0.1')
    return null
  }
  const address = six.address()
  return { port: typeof address === 'object' && address ? address.port : port, stop: () => void six.close() }
}
