import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinOriginOf } from '../../electron/gateway/http/origin.ts'
import { desktopHeader } from '../../electron/gateway/installation/proof.ts'
import { raw } from '../support/raw.ts'

const sign = desktopHeader('control')
const seen: string[] = []
let server: Server
let port: number

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    void pinOriginOf(request, sign).then((origin) => {
      seen.push(origin)
      response.end(origin)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as { readonly port: number }).port
})
afterAll(() => void server.close())

const ask = (headers: Record<string, string> = {}) => raw(port, { path: '/', headers }).then(({ text }) => text)
const isLinux = process.platform === 'linux'

test('the desktop shows that it asks, and nobody else can', async () => {
  expect(await ask({ [sign.header]: sign.value })).toBe('desktop')
  for (const other of ['', sign.value.slice(1), desktopHeader('guessed').value, 'é'.repeat(64)])
    expect(await ask({ [sign.header]: other })).not.toBe('desktop')
})

test('a program is told by its user where the system says whose it is', async () => {
  expect(await ask()).toBe(isLinux ? `user ${userInfo().uid}` : 'program')
})

const mayBeAnother = isLinux && userInfo().uid === 0
if (!mayBeAnother) console.warn('left out: asking as another user needs root on Linux')

test.runIf(mayBeAnother)('and another user’s program is another', async () => {
  const script = `fetch('http://127.0.0.1:${port}/').then((r) => r.text()).then(console.log)`
  const child = spawn(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534, cwd: '/', stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number]
  // If that user cannot start Node, this part is skipped.
  if (code !== 0) return console.warn('left out: another user cannot run this Node')
  expect(seen.at(-1)).toBe('user 65534')
})
