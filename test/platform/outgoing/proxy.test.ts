import { describe, expect, test } from 'vitest'
import { proxyFor } from '../../../electron/gateway/platform/outgoing/proxy.ts'

const far = 'https://authority.example'
const named = { HTTPS_PROXY: 'http://proxy.example:8080' }
const through = (target: string, env: Readonly<Record<string, string>>) => {
  const proxy = proxyFor(new URL(target), env)
  return proxy && 'address' in proxy ? proxy.address : proxy
}

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['proxy.example:8080', far, named],
  ['proxy.example:8080', far, { https_proxy: 'proxy.example:8080' }],
  ['proxy.example:80', far, { HTTPS_PROXY: 'http://proxy.example' }],
  ['proxy.example:443', far, { HTTPS_PROXY: 'https://proxy.example/' }],
  ['[2001:db8::1]:3128', far, { HTTPS_PROXY: 'http://[2001:db8::1]:3128' }],
  ['lower.example:1', far, { ...named, https_proxy: 'http://lower.example:1' }],
  ['plain.example:1', far, { HTTP_PROXY: 'http://plain.example:1' }],
  ['proxy.example:8080', far, { ...named, HTTP_PROXY: 'http://plain.example:1' }],
  ['plain.example:1', 'http://authority.example', { ...named, HTTP_PROXY: 'http://plain.example:1' }],
])('%s is the proxy for %s where %o', (address, target, env) => {
  expect(through(target, env)).toBe(address)
})

test.each<[string, Readonly<Record<string, string>>]>([
  [far, {}],
  [far, { HTTPS_PROXY: ' ' }],
  ['http://authority.example', named],
])('without a variable for it %s is reached directly (%o)', (target, env) => {
  expect(through(target, env)).toBe(null)
})

test.each(['localhost', 'till.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]'])(
  'this computer is never reached through a proxy: %s',
  (host) => {
    expect(through(`https://${host}:7500/`, named)).toBe(null)
    expect(through(`http://${host}:7500/`, { HTTP_PROXY: 'http://plain.example:1' })).toBe(null)
  },
)

describe('NO_PROXY', () => {
  test.each<[string, string]>([
    ['*', far],
    ['authority.example', far],
    ['AUTHORITY.example', far],
    ['example', far],
    ['.example', far],
    ['*.example', far],
    ['other.test, authority.example', far],
    ['other.test authority.example', far],
    ['authority.example:443', far],
    ['authority.example:8443', 'https://authority.example:8443'],
    ['10.0.0.0/8', 'https://10.20.30.40'],
    ['10.20.30.40', 'https://10.20.30.40'],
    ['10.20.30.40:443', 'https://10.20.30.40'],
    ['fd00::/8', 'https://[fd12::1]'],
    ['[fd12::1]:443', 'https://[fd12::1]'],
  ])('%s lets %s out directly', (list, target) => {
    expect(through(target, { ...named, NO_PROXY: list })).toBe(null)
    expect(through(target, { ...named, no_proxy: list })).toBe(null)
  })

  test.each<[string, string]>([
    ['', far],
    ['thority.example', far],
    ['authority.example.test', far],
    ['authority.example:8443', far],
    ['10.0.0.0/8', 'https://11.0.0.1'],
    ['10.0.0.0/8', 'https://10.example'],
    ['10.0.0.0/99', 'https://10.0.0.1'],
    ['fd00::/8', 'https://[fe12::1]'],
  ])('%s sends %s through the proxy', (list, target) => {
    expect(through(target, { ...named, NO_PROXY: list })).toBe('proxy.example:8080')
  })
})

test('user and password go to the proxy alone, and are in nothing that is told', () => {
  const proxy = proxyFor(new URL(far), { HTTPS_PROXY: 'http://shop:p%40ss%3Aw%25rd@proxy.example:8080' })
  expect(proxy).toMatchObject({ login: { user: 'shop', password: 'p@ss:w%rd' } })
  expect(proxy).toMatchObject({ address: 'proxy.example:8080', url: new URL('http://proxy.example:8080/') })
})

test.each(['socks5://proxy.example:1080', 'http://', 'http://proxy.example:99999', 'two words'])(
  'a variable that names no proxy is told by its name: %s',
  (value) => {
    expect(through(far, { HTTPS_PROXY: value })).toEqual({ variable: 'HTTPS_PROXY' })
  },
)
