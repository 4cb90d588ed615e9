import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueCertificate, makePracticeCa } from '../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { demoCompany } from '../../electron/gateway/features/companies/demo-company.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { BadConfiguration, type Environment } from '../../electron/gateway/settings/values.ts'
import { startGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'resit-certificate-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { profile } = demoCompany(0)
const ca = await makePracticeCa(Date.now())
const issued = await issueCertificate(ca, { tin: profile.tin, brn: profile.idNumber, name: profile.name }, Date.now())
const file = join(folder, 'company.p12')
writeFileSync(file, issued.pkcs12)
const noFile = join(folder, 'text.p12')
writeFileSync(noFile, 'not a certificate')

const live = {
  RESIT_AUTHORITY: 'myinvois',
  RESIT_MYINVOIS_API_URL: 'http://127.0.0.1:9',
  RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1',
}
const certified = {
  ...live,
  RESIT_MYINVOIS_CERTIFICATE: file,
  RESIT_MYINVOIS_CERTIFICATE_PASSWORD: issued.password,
}

const sentenceOf = (env: Environment): string => {
  try {
    readSettings([], env)
  } catch (cause) {
    if (cause instanceof BadConfiguration) return cause.message
    throw cause
  }
  return 'accepted'
}

describe('settings of signing', () => {
  test('documents are not signed unless somebody says so', () => {
    expect(readSettings([], {})).toMatchObject({ documentVersion: '1.0', sharedCertificate: null })
    expect(readSettings([], live)).toMatchObject({ documentVersion: '1.1', sharedCertificate: null })
  })

  test('there are two versions', () => {
    expect(sentenceOf({ RESIT_MYINVOIS_DOCUMENT_VERSION: '1.2' })).toContain('RESIT_MYINVOIS_DOCUMENT_VERSION')
  })

  test('the shared certificate is read from its file, and not at all in practice mode', () => {
    const { sharedCertificate } = readSettings([], certified)
    expect(sharedCertificate).toEqual({ pkcs12: Buffer.from(issued.pkcs12), password: issued.password })
    expect(readSettings([], { ...certified, RESIT_AUTHORITY: 'practice' }).sharedCertificate).toBeNull()
  })

  test('a file that is not there and a password without a file are told in a sentence', () => {
    expect(sentenceOf({ ...certified, RESIT_MYINVOIS_CERTIFICATE: join(folder, 'none.p12') })).toContain(
      'cannot be read',
    )
    const lonely = { ...live, RESIT_MYINVOIS_CERTIFICATE_PASSWORD: 'rahsia' }
    expect(sentenceOf(lonely)).toContain('RESIT_MYINVOIS_CERTIFICATE')
    expect(sentenceOf(lonely)).not.toContain('rahsia')
  })

  test.each([
    ['a wrong password', { RESIT_MYINVOIS_CERTIFICATE_PASSWORD: 'rahsia' }, 'cannot be opened'],
    ['something that is no certificate', { RESIT_MYINVOIS_CERTIFICATE: noFile }, 'PKCS#12'],
  ])('a gateway does not start with %s, and never says the password', async (_, env, said) => {
    const failure: unknown = await startGateway({ env: { ...certified, ...env } }).catch((cause: unknown) => cause)
    expect(failure).toBeInstanceOf(BadConfiguration)
    expect(String(failure)).toContain(said)
    expect(String(failure)).not.toMatch(/rahsia/)
    expect(String(failure)).not.toContain(issued.password)
  })
})

interface Shown {
  readonly items: readonly { readonly COMPANY_CODE: string; readonly HAS_CERTIFICATE: boolean }[]
}

test('the shared certificate serves a company without its own, and the log says at the start what is doubtful', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))
  const first = await startGateway({ env: certified, ports: { log } })
  const { companies } = first.gateway.store
  await companies.save(demoCompany(0), 'test')
  const other = { ...profile, companyGuid: '22222222-2222-4222-8222-222222222222', companyCode: 'OTHER' }
  await companies.save(
    { ...demoCompany(0), profile: { ...other, tin: 'C10000000010', idNumber: '199901000001' } },
    'test',
  )
  expect((await operate<Shown>(first, 'GET', '/companies')).body.items).toMatchObject([
    { COMPANY_CODE: 'DEMO', HAS_CERTIFICATE: true },
    { COMPANY_CODE: 'OTHER', HAS_CERTIFICATE: true },
  ])
  await first.close({ keep: true })
  expect(lines).toEqual([])

  const second = await startGateway({ env: certified, dataDir: first.dataDir, ports: { log } })
  await second.close({ keep: true })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { company: 'OTHER', codes: ['wrong_tin', 'wrong_brn'], msg: 'the certificate of a company needs its owner' },
  ])
  expect(lines.join()).not.toContain('C10000000010')

  // An intermediary signs for others with its own certificate.
  lines.length = 0
  const intermediary = {
    RESIT_MYINVOIS_CLIENT_ID: 'client',
    RESIT_MYINVOIS_CLIENT_SECRET: 'secret',
    RESIT_MYINVOIS_ON_BEHALF_OF: profile.tin,
  }
  const third = await startGateway({ env: { ...certified, ...intermediary }, dataDir: first.dataDir, ports: { log } })
  onTestFinished(() => third.close())
  expect(lines).toEqual([])
})

test('a certificate that was kept and is damaged does not keep the gateway from starting', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))
  const kept = JSON.stringify({ pkcs12: Buffer.from('damaged').toString('base64'), password: 'rahsia' })
  const others = new Map<string, string>()
  const secrets = {
    get: async (name: string) => (name.endsWith('/certificate') ? kept : (others.get(name) ?? null)),
    set: async (name: string, value: string) => void others.set(name, value),
  }
  const unspoilt = { ...secrets, get: async (name: string) => others.get(name) ?? null }
  const first = await startGateway({ env: live, ports: { log, secrets: unspoilt } })
  await first.gateway.store.companies.save(demoCompany(systemClock.now()), 'test')
  await first.close({ keep: true })
  const second = await startGateway({ env: live, dataDir: first.dataDir, ports: { log, secrets } })
  onTestFinished(() => second.close())
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, company: 'DEMO' }])
  expect(lines.join()).not.toContain('rahsia')
})
