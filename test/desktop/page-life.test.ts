import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { WebContents } from 'electron'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofOf } from '../../electron/gateway/installation/proof.ts'
import { answerFromGateway } from '../../electron/main/page/gateway-way.ts'
import { followPage, pageSignal } from '../../electron/main/page/page-life.ts'
import { leaveStale } from '../support/foreign-program.ts'
import { shortenFetch } from '../support/short-fetch.ts'
import { openShop, type Shop } from './start-desktop.ts'

/** A gateway that has not answered yet. */
let gateway: Server
let port = 0
beforeAll(async () => {
  gateway = createServer().listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const address = gateway.address()
  if (typeof address === 'object' && address !== null) ({ port } = address)
})
afterAll(() => void gateway.close())

const contents = new EventEmitter()
followPage(contents as unknown as WebContents)
const leaves = (isSameDocument = false) => contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument })

/** A page asks, and nobody answers it. @returns how it goes on */
async function asks(path = '/operator/v1/events') {
  const heard = once(gateway, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const answer = answerFromGateway(new Request(`app://resit${path}`), { port, sign: null }, pageSignal())
  const [, outgoing] = await heard
  return { answer, outgoing, ended: once(outgoing, 'close') }
}

describe('what a page waits for', () => {
  test.each(['did-navigate', 'render-process-gone', 'destroyed'])(
    'ends with the page (%s), at the gateway too',
    async (event) => {
      const { answer, ended } = await asks()
      if (event === 'did-navigate') leaves()
      contents.emit(event)
      await ended
      expect((await answer).type).toBe('error')
    },
  )

  test('ends with the page in the middle of an answer, too', async () => {
    const { answer, outgoing, ended } = await asks()
    outgoing.write('begun, ')
    const response = await answer
    leaves()
    contents.emit('did-navigate')
    await expect(response.text()).rejects.toThrow('aborted')
    await ended
  })

  test('goes on where the page stays: a way that leads nowhere, or to another place of the same page', async () => {
    const { answer, outgoing } = await asks()
    leaves(true)
    contents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false })
    leaves()
    outgoing.end('news')
    expect(await (await answer).text()).toBe('news')
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

  test('of the page that comes does not end with the one that goes', async () => {
    const old = await asks()
    leaves()
    const next = await asks()
    contents.emit('did-navigate')
    await old.ended
    next.outgoing.end('news')
    expect(await (await next.answer).text()).toBe('news')
  })
})

describe('the page in the window', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  test('that is loaded again leaves nobody waiting at the gateway for the page before', async () => {
    const home = await shop.newHome()
    leaveStale(join(home, 'data'), port, 'its control token')
    const asked: { readonly path: string; isWaiting: boolean }[] = []
    gateway.on('request', ({ url: path = '' }: IncomingMessage, outgoing: ServerResponse) => {
      const [, nonce] = /^\/operator\/proof\/(\w+)$/.exec(path) ?? []
      if (nonce !== undefined) {
        outgoing.setHeader('content-type', 'application/json')
        return void outgoing.end(JSON.stringify({ proof: proofOf('its control token', port, nonce) }))
      }
      const each = { path, isWaiting: true }
      asked.push(each)
      outgoing.on('close', () => {
        each.isWaiting = false
      })
    })
    const desktop = await shop.start({ home })
    const page = await desktop.page()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    const before = [...asked]
    expect(before.every(({ isWaiting }) => isWaiting)).toBe(true)
    await page.reload()
    await expect.poll(() => before.filter(({ isWaiting }) => isWaiting)).toEqual([])
    await expect.poll(() => asked.some(({ isWaiting }) => isWaiting)).toBe(true)
    expect(await desktop.quit()).toBe(0)
  })
})
