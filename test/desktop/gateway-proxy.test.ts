import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerFromGateway } from '../../electron/main/page/gateway-proxy.ts'
import { shortenFetch } from '../support/short-fetch.ts'

/** A gateway that gives no answer yet. */
let gateway: Server
let port = 0
beforeAll(async () => {
  gateway = createServer().listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const address = gateway.address()
  if (typeof address === 'object' && address !== null) ({ port } = address)
})
afterAll(() => void gateway.close())

/** Sends a request of a page. @returns the page's answer, the gateway's answer before its first byte, and its end */
async function asks(path = '/operator/v1/events') {
  const heard = once(gateway, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const answer = answerFromGateway(new Request(`app://resit${path}`), port, '/nowhere')
  const [, outgoing] = await heard
  return { answer, outgoing, ended: once(outgoing, 'close') }
}

describe('what a page waits for', () => {
  test('ends at the gateway when Electron cancels the answer for a page that is gone', async () => {
    const { answer, outgoing, ended } = await asks()
    outgoing.write('begun, ')
    await (await answer).body?.cancel()
    await ended
    expect(outgoing.destroyed).toBe(true)
  })

  test('is waited for longer than fetch waits, before it begins and in the middle', async () => {
    const putBack = await shortenFetch()
    try {
      const { answer, outgoing } = await asks()
      await pause(2_500)
      outgoing.write('begun, ')
      const said = (await answer).text()
      await pause(2_500)
      outgoing.end('over')
      expect(await said).toBe('begun, over')
    } finally {
      putBack()
    }
  })

  test('comes as the gateway says it: status, headers, body, or none', async () => {
    const redirected = await asks()
    redirected.outgoing.writeHead(303, { location: '/elsewhere', 'x-of-it': ['one', 'two'] }).end('there')
    const there = await redirected.answer
    expect([there.status, there.headers.get('location'), there.headers.get('x-of-it')]).toEqual([
      303,
      '/elsewhere',
      'one, two',
    ])
    expect(await there.text()).toBe('there')
    const empty = await asks()
    empty.outgoing.writeHead(204).end()
    expect([(await empty.answer).status, await (await empty.answer).text()]).toEqual([204, ''])
  })
})
