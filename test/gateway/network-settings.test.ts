import { describe, expect, test } from 'vitest'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { BadConfiguration, type Environment } from '../../electron/gateway/settings/values.ts'

const whole = {
  RESIT_LISTEN: '0.0.0.0:8443',
  RESIT_TLS_CERTIFICATE: '/etc/resit/tls/resit.pem',
  RESIT_TLS_KEY: '/etc/resit/tls/resit.key',
  RESIT_TLS_HOSTS: 'Resit.example, resit.example:443,[2001:DB8::1]',
}
const readNetwork = (env: Environment) => readSettings([], env).network
const sentenceFor = (env: Environment) => {
  try {
    return readNetwork(env)
  } catch (cause) {
    if (cause instanceof BadConfiguration) return cause.message
    throw cause
  }
}

describe('other computers are answered', () => {
  test('by nobody who was not told to', () => expect(readNetwork({})).toBeNull())

  test('at the address, under the names and with the files that are set', () => {
    expect(readNetwork(whole)).toEqual({
      address: '0.0.0.0',
      port: 8443,
      certificateFile: '/etc/resit/tls/resit.pem',
      keyFile: '/etc/resit/tls/resit.key',
      hosts: [
        { name: 'resit.example', port: null },
        { name: 'resit.example', port: 443 },
        { name: '[2001:db8::1]', port: null },
      ],
      hasScreens: false,
    })
    expect(readNetwork({ ...whole, RESIT_LISTEN: '[::]:443', RESIT_TLS_SCREENS: 'on' })).toMatchObject({
      address: '::',
      port: 443,
      hasScreens: true,
    })
  })

  test.each(Object.keys(whole))('never without %s: all of it or nothing, and over TLS', (name) => {
    expect(sentenceFor({ ...whole, [name]: undefined })).toContain('over TLS alone')
    expect(sentenceFor({ ...whole, [name]: '' })).toContain(name)
    expect(sentenceFor({ RESIT_LISTEN: '0.0.0.0:8443' })).toContain('127.0.0.1')
    expect(sentenceFor({ RESIT_TLS_SCREENS: 'on' })).toContain('RESIT_LISTEN')
  })

  test.each([
    [
      'RESIT_LISTEN',
      ['0.0.0.0', ':8443', '8443', 'resit.example:8443', '0.0.0.0:70000', '::1:8443', '[1.2.3.4]:1', '[::g]:1'],
    ],
    [
      'RESIT_TLS_HOSTS',
      ['resit.example:0', 'https://resit.example', 'resit.example:99999', 'a..b', '[::g]', 'a b', 'a,,b'],
    ],
    ['RESIT_TLS_SCREENS', ['yes']],
  ])('and not where %s is none of those', (name, wrong) => {
    for (const value of wrong)
      expect([value, sentenceFor({ ...whole, [name]: value })]).toEqual([value, expect.stringContaining(name)])
  })
})
