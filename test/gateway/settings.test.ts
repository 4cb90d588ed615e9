import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { isOpenToOthers } from '../../electron/gateway/platform/secret-file.ts'
import { appFolder } from '../../electron/gateway/platform/user-folder.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { isKnownName, refuseUnknownNames, settingNames } from '../../electron/gateway/settings/table.ts'
import { BadConfiguration, type Environment } from '../../electron/gateway/settings/values.ts'
import { sourceFiles } from '../architecture/tree.ts'

describe('settings of the network', () => {
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
})

describe('a value that cannot be used', () => {
  test.each([
    ['--port', 'abc', 'RESIT_PORT'],
    ['--authority', 'abc', 'RESIT_AUTHORITY'],
    ['--data-dir', '', 'RESIT_DATA_DIR'],
  ])('is named as it was given: %s', (flag, value, variable) => {
    expect(() => readSettings([flag, value], {})).toThrow(new RegExp(`^${flag} `))
    expect(() => readSettings([], { [variable]: value })).toThrow(new RegExp(`^${variable} `))
  })
})

describe('an account whose variables name no folder', () => {
  const home = process.env['HOME']
  afterEach(() => {
    if (home === undefined) delete process.env['HOME']
    else process.env['HOME'] = home
  })

  test('keeps its documents in its own home all the same', () => {
    for (const wrong of ['', 'here']) {
      process.env['HOME'] = wrong
      const env = { XDG_DATA_HOME: wrong, XDG_STATE_HOME: wrong, LOCALAPPDATA: wrong }
      for (const folder of [readSettings([], env).dataDir, appFolder('state', env)])
        expect(isAbsolute(folder) && !relative(userInfo().homedir, folder).startsWith('..')).toBe(true)
    }
  })
})

describe('names of settings', () => {
  const configure = readFileSync(new URL('../../docs/configure.md', import.meta.url), 'utf8')

  describe('a name that is no setting', () => {
    test.each([
      ['RESIT_PROT', 'RESIT_PORT'],
      ['RESIT_DATADIR', 'RESIT_DATA_DIR'],
      ['RESIT_POLL_INTERVAL', 'RESIT_POLL_INTERVAL_MS'],
      ['RESIT_MYINVOIS_SECRET', 'RESIT_MYINVOIS_CLIENT_SECRET'],
      ['RESIT_', 'RESIT_PORT'],
    ])('%s is refused with the nearest right one, %s', (name, nearest) => {
      const reading = () => readSettings([], { [name]: '' })
      expect(reading).toThrow(BadConfiguration)
      expect(reading).toThrow(new RegExp(`${name} is no setting of Resit. The nearest is ${nearest}\\.`))
    })

    test('is nobody’s business where it does not claim to be one', () => {
      expect(() => refuseUnknownNames({ RESITX: '1', PATH: '', resit_port: '1' })).not.toThrow()
    })
  })

  test('every name that the sources speak of is known', () => {
    const rooms = sourceFiles.filter(({ path }) => /^(electron|build|\.ci)\//.test(path))
    const names = rooms.flatMap(({ text }) => [...text.matchAll(/\bRESIT_[A-Z]\w*\b/g)].map(([name]) => name))
    expect([...new Set(names)].filter((name) => !isKnownName(name))).toEqual([])
  })

  test('every setting of a gateway is read', () => {
    const read = new Set<string>()
    const noting = (env: Environment) =>
      new Proxy(env, { get: (target, name) => (read.add(String(name)), target[String(name)]) })
    readSettings(
      [],
      noting({
        RESIT_AUTHORITY: 'myinvois',
        RESIT_MYINVOIS_API_URL: 'https://myinvois.example',
        RESIT_MYINVOIS_CLIENT_ID: 'c',
        RESIT_MYINVOIS_CLIENT_SECRET: 's',
      }),
    )
    readSettings(
      [],
      noting({ RESIT_AUTHORITY: 'gateway', RESIT_UPSTREAM_URL: 'https://a.example', RESIT_UPSTREAM_TOKEN: 't' }),
    )
    expect(settingNames.filter((name) => !read.has(name))).toEqual(['RESIT_DESKTOP'])
  })

  test('every setting is told of in docs/configure.md', () => {
    const short = (name: string) => name.replace(/^RESIT_(MYINVOIS)?/, '…')
    const isTold = (name: string) => configure.includes(`\`${name}\``) || configure.includes(`\`${short(name)}\``)
    expect(settingNames.filter((name) => !isTold(name))).toEqual([])
  })

  test.each(['loud', ''])('a level “%s” of the log that is none is refused with those that are', (level) => {
    expect(() => readSettings([], { RESIT_LOG_LEVEL: level })).toThrow(
      /RESIT_LOG_LEVEL must be one of trace, debug, info/,
    )
  })
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'resit-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, ' t0ken with spaces \n')
  const read = (more: Environment = {}) =>
    readSettings([], { RESIT_MYINVOIS_CLIENT_SECRET_FILE: file, RESIT_MYINVOIS_CLIENT_ID: 'c', ...more })

  test('is read without the end of its line', () => {
    chmodSync(file, 0o600)
    expect(read().sharedCredentials?.clientSecret).toBe(' t0ken with spaces ')
    expect(() => read({ RESIT_MYINVOIS_CLIENT_SECRET: 's' })).toThrow('not both')
    expect(() => read({ RESIT_POSTGRES_URL_FILE: join(folder, 'none') })).toThrow('RESIT_POSTGRES_URL_FILE')
  })

  test('that other accounts can read is refused, for keys too, and never shown', () => {
    for (const mode of [0o604, 0o644]) {
      chmodSync(file, mode)
      expect(() => read()).toThrow(/other accounts can read.*chmod 600/)
      expect(() => readSettings([], { RESIT_SECRETS_KEY: file })).toThrow(/RESIT_SECRETS_KEY names a file that other/)
      expect(() => read()).not.toThrow('t0ken')
    }
    expect(isOpenToOthers({ mode: 0o640, uid: 0 })).toBe(false)
    expect(isOpenToOthers({ mode: 0o640, uid: 1000 })).toBe(true)
  })
})
