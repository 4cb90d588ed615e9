import type { lookup } from 'node:dns'
import { afterEach, describe, expect, test } from 'vitest'
import { postForStatus } from '../../../electron/gateway/features/webhooks/deliver.ts'
import { addressRuleByUrl, hasAllowedAddress } from '../../../electron/gateway/platform/outgoing/reach.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'

/** A look-up whose answer is always these addresses. */
const leadingTo = (...addresses: readonly string[]) =>
  ((_host: string, _options: object, done: (cause: null, all: readonly object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup

const never = [
  ['0.0.0.0', '169.254.169.254', '100.100.100.200', '168.63.129.16', '224.0.0.1', '255.255.255.255', '192.0.0.192'],
  ['[::]', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '[::ffff:0.0.0.0]', '[::169.254.169.254]'],
  ['[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
].flat()
const privately = ['10.1.2.3', '172.16.0.1', '192.168.0.5', '100.64.0.1', '[fd12::1]', '[::ffff:10.0.0.1]']
const publicly = ['127.0.0.2', '8.8.8.8', '[2001:4860:4860::8888]', '172.32.0.1', '100.128.0.1', '[::ffff:8.8.8.8]']
const isAllowed = (host: string, isPrivateAllowed: boolean, ask?: typeof lookup) => {
  const { href } = new URL(`https://${host}/resit`)
  return hasAllowedAddress(href, addressRuleByUrl(isPrivateAllowed)(href), ask)
}

describe('a webhook', () => {
  test.each(never)('never leads to %s', async (host) => {
    expect([await isAllowed(host, false), await isAllowed(host, true)]).toEqual([false, false])
  })

  test.each(privately)('leads to %s only where private addresses are allowed', async (host) => {
    expect([await isAllowed(host, false), await isAllowed(host, true)]).toEqual([false, true])
  })

  test.each(publicly)('leads to %s, as written', async (host) => {
    expect(await isAllowed(host, false)).toBe(true)
  })

  test('leads to a name by where it leads: to one inside never, to one that is not known yet it may', async () => {
    const named = (...addresses: readonly string[]) => isAllowed('tills.example', false, leadingTo(...addresses))
    expect(await named('169.254.169.254')).toBe(false)
    expect(await named('127.0.0.1', '::1')).toBe(false)
    expect(await named('::ffff:192.168.0.5')).toBe(false)
    expect(await named('203.0.113.5')).toBe(true)
    expect(await named()).toBe(true)
  })
})

describe('a delivery', () => {
  let server: Receiver
  afterEach(() => server.close())

  test.each(['127.0.0.1', 'localhost'])('to %s goes nowhere once that may not be reached any more', async (host) => {
    server = await startReceiver()
    const url = server.url.replace('127.0.0.1', host)
    const ask = { url, headers: {}, body: '{"data":{}}', signal: new AbortController().signal }
    expect(await postForStatus({ ...ask, reach: () => false })).toBeNull()
    expect(server.heard).toEqual([])
    expect(await postForStatus({ ...ask, reach: addressRuleByUrl(false)(url) })).toBe(204)
  })
})
