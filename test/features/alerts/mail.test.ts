import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { aMovableClock } from '../../support/clock.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { type MailServer, mailOn, startMailServer } from '../../support/mail-server.ts'
import { operate } from '../../support/operator.ts'

const address = 'owner@kedai.example'

let clock: ReturnType<typeof aMovableClock>
let shop: TestGateway
let post: MailServer
let logged: string
beforeEach(async () => {
  clock = aMovableClock()
  logged = ''
  const log = pino({ level: 'debug' }, { write: (line) => (logged += line) })
  shop = await startGateway({ env: { RESIT_RETRY_BASE_MS: '20' }, ports: { clock, log } })
  post = await startMailServer()
})
afterEach(async () => {
  await shop.close()
  await post.close()
})

const setMail = (more: object = {}) =>
  operate(shop, 'POST', '/mail', { ...mailOn, port: post.port, alerts_to: address, ...more })
/** A look tells what it finds. */
const subjects = async () => {
  await operate(shop, 'GET', '/health')
  return post.arrived.map(({ raw }) => /^Subject: (.*)/m.exec(raw)?.[1])
}
const began = 'Resit needs attention'
const ended = 'This is over, and Resit goes on'

test('an owner is told of an alert by e-mail, once when it begins and once when it ends, and the address is in no log', async () => {
  await setMail()
  await operate(shop, 'POST', '/sending/pause', {})
  await expect.poll(subjects).toEqual([began])
  expect(post.arrived[0]).toMatchObject({ to: address, raw: expect.stringContaining('Sending is paused (DEMO)') })
  await subjects()
  await operate(shop, 'POST', '/sending/resume', {})
  await subjects()
  clock.pass(60_000)
  await expect.poll(subjects).toEqual([began, ended])
  expect(logged).not.toContain('owner@')
  expect(JSON.stringify(await shop.gateway.store.acts.list(0, 100))).not.toContain('owner@')
})

test('a message waits for a mail server that greylists, and is written in the language of the shop', async () => {
  let isGrey = true
  post.rule = { to: () => (isGrey ? { code: 451, says: 'Greylisted' } : undefined) }
  await setMail({ language: 'ms' })
  await operate(shop, 'POST', '/sending/pause', {})
  await expect.poll(async () => (await subjects()).length + post.tries()).toBeGreaterThan(0)
  expect(post.arrived).toEqual([])
  isGrey = false
  await expect.poll(subjects).toEqual(['Sistem Resit memerlukan perhatian'])
})

test('in the quiet hours of the settings only an urgent alert is told', async () => {
  // From now on for 23 hours and 59 minutes.
  const now = new Date(clock.now() + 8 * 3_600_000)
  const [from, to] = [now, new Date(now.getTime() - 60_000)].map((at) => at.toISOString().slice(11, 16))
  await setMail({ quiet_hours: `${from}-${to}` })
  await operate(shop, 'POST', '/sending/pause', {})
  expect(await subjects()).toEqual([])
  expect((await shop.gateway.store.acts.list(0, 100)).map(({ type }) => type)).not.toContain('alert_began')
  await setMail()
  await expect.poll(subjects).toEqual([began])
})

test('Health says since when alerts cannot be e-mailed, and why, until a message leaves or the server is set right', async () => {
  const alarm = async () =>
    (await operate<OperatorAnswer<'health'>>(shop, 'GET', '/health')).body.alerts.find(({ code }) =>
      code.startsWith('alert_mail'),
    )
  post.rule = { to: () => ({ code: 550, says: `No such user ${address}` }) }
  await setMail()
  const before = clock.now()
  await operate(shop, 'POST', '/sending/pause', {})
  await subjects()
  await expect.poll(post.tries).toBe(1)
  expect(await alarm()).toBeUndefined()
  clock.pass(11 * 60_000)
  await expect.poll(alarm).toMatchObject({ code: 'alert_mail_refused' })
  // When it was to be told, and not when the ten minutes were over.
  expect(Date.parse((await alarm())?.since ?? '') - before).toBeLessThan(60_000)
  expect(JSON.stringify(await alarm())).not.toContain(address)
  post.rule = {}
  await operate(shop, 'POST', '/mail/test', { address })
  expect(await alarm()).toBeUndefined()

  await post.close()
  await operate(shop, 'POST', '/sending/resume', {})
  await subjects()
  clock.pass(60_000)
  await subjects()
  clock.pass(11 * 60_000)
  await expect.poll(alarm).toMatchObject({ code: 'alert_mail_unreached' })
  post = await startMailServer()
  await setMail()
  await expect.poll(subjects).toContain(ended)
  expect(await alarm()).toBeUndefined()
})
