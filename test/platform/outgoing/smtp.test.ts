import { expect, test } from 'vitest'
import { handOver, outcomeOf } from '../../../electron/gateway/platform/outgoing/smtp.ts'
import { startMailServer } from '../../support/mail-server.ts'

const failure = (command: string, responseCode?: number, code = 'ECONNECTION') =>
  Object.assign(new Error(code), {
    code,
    command,
    ...(responseCode && { responseCode, response: `${responseCode} no` }),
  })

test.each([
  ['CONN', undefined, false, 'waiting'],
  ['CONN', 421, false, 'waiting'],
  ['EHLO', 554, false, 'waiting'],
  ['AUTH PLAIN', 535, false, 'waiting'],
  ['RCPT TO', 450, false, 'waiting'],
  ['RCPT TO', 550, false, 'failed'],
  ['MAIL FROM', 553, false, 'failed'],
  ['DATA', 452, true, 'waiting'],
  ['DATA', 554, true, 'failed'],
  ['CONN', 421, true, 'waiting'],
  ['CONN', undefined, true, 'unknown'],
] as const)('a failure at %s with %s, message begun: %s, is %s', (command, responseCode, hasBegun, kind) => {
  expect(outcomeOf(failure(command, responseCode), hasBegun).state).toBe(kind)
})

test('a server that is too slow after the message leaves it unknown, and before it waiting', async () => {
  const post = await startMailServer()
  const release = Promise.withResolvers<undefined>()
  const server = {
    host: '127.0.0.1',
    port: post.port,
    isOnThisMachine: true,
    user: '',
    password: '',
    sender: 'resit@kedai.example',
  }
  const message = { name: 'Kedai', to: 'akaun@pelanggan.example', subject: 'x', text: 'x' }
  try {
    post.rule = { data: () => release.promise }
    expect(await handOver(server, message, undefined, 300)).toMatchObject({
      state: 'unknown',
      reason: 'ETIMEDOUT',
    })
    expect(await handOver({ ...server, port: 1 }, message)).toMatchObject({ state: 'waiting' })
    const stopping = new AbortController()
    const stopped = handOver(server, message, stopping.signal)
    stopping.abort()
    expect(await stopped).toMatchObject({ state: 'waiting' })
  } finally {
    release.resolve(undefined)
    await post.close()
  }
})
