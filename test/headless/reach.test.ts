import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { untimedFetch } from '../../electron/headless/cli/reach.ts'
import { shortenFetch } from '../support/short-fetch.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('an answer that takes longer than fetch waits is waited for', async () => {
  closing.push(await shortenFetch())
  const url = await serve((request, response) => {
    request.resume()
    void pause(3_000).then(() => response.end('{"whole":true}'))
  })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const answers = await Promise.allSettled([fetch(url, init), untimedFetch(url, init)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  const [, patient] = answers
  if (patient.status === 'fulfilled') expect(await patient.value.json()).toEqual({ whole: true })
})

test('what was asked arrives as it was given, and a refusal is an answer', async () => {
  const heard: unknown[] = []
  const url = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (body) => {
      heard.push([request.method, request.headers.authorization, request.headers['content-length'], body])
    })
    request.on('end', () => response.writeHead(422).end('{"code":"validation_failed"}'))
  })
  const init = { method: 'POST', headers: { authorization: 'Bearer t' }, body: '{"name":"茶"}' }
  const answer = await untimedFetch(url, init)
  expect([answer.status, await answer.json()]).toEqual([422, { code: 'validation_failed' }])
  expect(heard).toEqual([['POST', 'Bearer t', '14', '{"name":"茶"}']])
})

test('nothing is taken for an answer that sends elsewhere, breaks off, is no JSON, or where nobody is', async () => {
  const asked = { method: 'GET', headers: {} }
  const elsewhere = await serve((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end())
  await expect(untimedFetch(elsewhere, asked)).rejects.toThrow('sends elsewhere')
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('{')
    void pause(50).then(() => response.destroy())
  })
  await expect(untimedFetch(broken, asked)).rejects.toThrow('aborted')
  const odd = await serve((_, response) => response.end('<html>'))
  await expect(untimedFetch(odd, asked).then((answer) => answer.json())).rejects.toThrow(SyntaxError)
  await expect(untimedFetch('http://127.0.0.1:1/', asked)).rejects.toThrow('ECONNREFUSED')
})
