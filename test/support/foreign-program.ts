import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** Another program, perhaps of another user, on the port that a gateway had. */
export interface ForeignProgram {
  readonly port: number
  /** All requests that it got: lines, headers and bodies. */
  heard(): string
  close(): Promise<void>
}

const setup = { needed: false, authority: 'practice', environment: null, app_version: '0.1.0', rehearsed: [] }

/**
 * Answers like a gateway without an owner.
 * @param proof its proof that it is a gateway
 */
export async function startForeignProgram(proof: (path: string) => Promise<string> | string = () => '0'.repeat(64)) {
  let heard = ''
  const server = createServer((request, answer) => {
    heard += `${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n`
    request.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    request.on('end', () => {
      const { url = '' } = request
      void Promise.resolve(url.includes('proof') ? proof(url) : '').then((said) =>
        answer
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ status: 'ok', ...setup, proof: said })),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    heard: () => heard,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  } satisfies ForeignProgram
}

/** The files that a gateway leaves behind after a power cut. */
export function leaveStale(dataDir: string, port: number, controlToken = 'the-token-of-the-gateway-that-was'): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'control.token'), controlToken, { mode: 0o600 })
  writeFileSync(join(dataDir, 'gateway.json'), JSON.stringify({ event: 'ready', port, pid: 1 }), { mode: 0o600 })
}
