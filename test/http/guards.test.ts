import { describe, expect, test } from 'vitest'
import { allowedOriginOf, guardRequest, type ListenerRules } from '../../electron/gateway/http/guards.ts'
import { aRequest, faultOf } from '../support/requests.ts'

const listeners: ListenerRules = {
  hosts: ['127.0.0.1:7510', 'localhost:7510'],
  ownOrigins: ['http://127.0.0.1:7510', 'http://localhost:7510'],
  allowedOrigins: ['https://till.example'],
}
const host = ['host', '127.0.0.1:7510']
const faultFor = (headers: readonly string[], url?: string) =>
  faultOf(() => guardRequest(aRequest(headers, url), listeners))

describe('Host', () => {
  test.each(['127.0.0.1:7510', 'localhost:7510', 'LocalHost:7510'])('%s is us', (name) => {
    expect(faultFor(['host', name])).toBeNull()
  })

  test.each([
    '127.0.0.1',
    '127.0.0.1:7511',
    '127.1:7510',
    '2130706433:7510',
    '0x7f000001:7510',
    '[::1]:7510',
    'localhost.evil.example:7510',
    'evil.example:7510',
    'localhost.:7510',
    '127.0.0.1:7510, evil.example',
    '',
  ])('%j is not (LO1)', (name) => expect(faultFor(['host', name])).toBe('host_not_allowed'))

  test('must be there exactly once (LO1)', () => {
    expect(faultFor([])).toBe('host_not_allowed')
    expect(faultFor([...host, ...host])).toBe('host_not_allowed')
  })

  test('is looked at before the target, and that before the origin', () => {
    const foreign = ['origin', 'https://evil.example']
    expect(faultFor(['host', 'evil.example', ...foreign], 'http://evil.example/')).toBe('host_not_allowed')
    expect(faultFor([...host, ...foreign], 'http://127.0.0.1:7510/v1/version')).toBe('bad_request_target')
    expect(faultFor([...host, ...foreign])).toBe('origin_not_allowed')
  })
})

test.each(['http://127.0.0.1:7510/v1/version', '*', '127.0.0.1:443', ''])('the target %j is no path (LO2)', (url) => {
  expect(faultFor(host, url)).toBe('bad_request_target')
})

describe('Origin and Sec-Fetch-Site', () => {
  test.each([
    [[], null],
    [['origin', 'http://127.0.0.1:7510'], null],
    [['origin', 'http://127.0.0.1:7510', 'sec-fetch-site', 'same-origin'], null],
    [['sec-fetch-site', 'none'], null],
    [['origin', 'https://till.example', 'sec-fetch-site', 'cross-site'], null],
    [['origin', 'null'], 'origin_not_allowed'],
    [['origin', 'http://127.0.0.1:3000'], 'origin_not_allowed'],
    [['origin', 'https://127.0.0.1:7510'], 'origin_not_allowed'],
    [['origin', 'https://till.example.evil.example'], 'origin_not_allowed'],
    [['origin', 'HTTPS://TILL.EXAMPLE'], 'origin_not_allowed'],
    [['origin', ''], 'origin_not_allowed'],
    [['sec-fetch-site', 'cross-site'], 'origin_not_allowed'],
    [['sec-fetch-site', 'same-site'], 'origin_not_allowed'],
    [['origin', 'http://127.0.0.1:7510', 'sec-fetch-site', 'same-site'], 'origin_not_allowed'],
    [['origin', 'https://till.example', 'origin', 'https://evil.example'], 'origin_not_allowed'],
  ])('%j: %s (LO3, LO4)', (headers, fault) => {
    expect(faultFor([...host, ...headers])).toBe(fault)
  })

  test('only an origin the owner allowed is told that it may read answers', () => {
    expect(allowedOriginOf(aRequest([...host, 'origin', 'https://till.example']), listeners)).toBe(
      'https://till.example',
    )
    for (const headers of [[], ['origin', 'http://127.0.0.1:7510'], ['origin', 'https://evil.example']])
      expect(allowedOriginOf(aRequest([...host, ...headers]), listeners)).toBeNull()
  })
})
