import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { exitCodeOf, exitCodes, failureSentence } from '../../electron/headless/exit-code.ts'
import { startGateway } from '../support/gateway.ts'

const hasSix = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)
if (!hasSix) console.warn('what is said of [::1] is left out: this computer has no IPv6')

let others: Server[] = []
afterEach(() => {
  for (const other of others) other.close()
  others = []
})

/** Another program that listens. @returns its port */
async function somebodyElse(host: string, port = 0): Promise<number> {
  const other = createServer().listen({ host, port, ipv6Only: true })
  others.push(other)
  await once(other, 'listening')
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}

const asks = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '::1', port, path: '/healthz', headers: { host }, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

describe('a till that says localhost', () => {
  test.runIf(hasSix)(
    'finds the gateway on either loopback, and it answers under its own names only (LO1)',
    async () => {
      const gateway = await startGateway()
      const { port } = gateway
      expect(await asks(port, `localhost:${port}`)).toBe(200)
      expect(await asks(port, `[::1]:${port}`)).toBe(421)
      expect(await asks(port, 'evil.example')).toBe(421)
      await gateway.close()
      await expect(asks(port, `localhost:${port}`)).rejects.toThrow(/ECONNREFUSED/)
    },
  )

  test.runIf(hasSix)(
    'finds nobody else there: where another program holds [::1], the gateway does not start and says so (LO21)',
    async () => {
      const port = await somebodyElse('::1')
      const refused: unknown = await startGateway({ port }).catch((cause: unknown) => cause)
      expect(exitCodeOf(refused)).toBe(exitCodes.portTaken)
      expect(failureSentence(refused)).toMatch(/\[::1\].*localhost.*--port/)
    },
  )

  test('a port that is taken on 127.0.0.1 is let go of on [::1] too', async () => {
    const port = await somebodyElse('127.0.0.1')
    const refused: unknown = await startGateway({ port }).catch((cause: unknown) => cause)
    expect(failureSentence(refused)).toMatch(/^The port is taken by another program/)
    if (hasSix) expect(await somebodyElse('::1', port)).toBe(port)
  })

  test('a port that this account may not use ends the start like one that is taken, and the sentence says so', () => {
    const denied = { code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 }
    const refused = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), denied)
    expect(exitCodeOf(refused)).toBe(exitCodes.portTaken)
    expect(failureSentence(refused)).toMatch(/may not use port 80\. .*--port/)
  })
})
