import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { isKnownName, refuseUnknownNames, settingNames } from '../../electron/gateway/settings/table.ts'
import { BadConfiguration, type Environment } from '../../electron/gateway/settings/values.ts'
import { sourceFiles } from '../architecture/tree.ts'

const operate = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8')

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

test('every setting is told of in docs/operate.md', () => {
  const short = (name: string) => name.replace(/^RESIT_(MYINVOIS)?/, '…')
  const isTold = (name: string) => operate.includes(`\`${name}\``) || operate.includes(`\`${short(name)}\``)
  expect(settingNames.filter((name) => !isTold(name))).toEqual([])
})

test.each(['loud', ''])('a level “%s” of the log that is none is refused with those that are', (level) => {
  expect(() => readSettings([], { RESIT_LOG_LEVEL: level })).toThrow(
    /RESIT_LOG_LEVEL must be one of trace, debug, info/,
  )
})
