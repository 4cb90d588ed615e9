import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueCertificate, makePracticeCa } from '../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { BadConfiguration, type Environment } from '../../electron/gateway/settings/values.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'resit-certificate-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { profile } = demoCompanyAt(0)
const ca = await makePracticeCa(Date.now())
const issued = await issueCertificate(ca, { tin: profile.tin, brn: profile.idNumber, name: profile.name }, Date.now())
const file = join(folder, 'company.p12')
writeFileSync(file, issued.pkcs12, { mode: 0o600 })
const noFile = join(folder, 'text.p12')
writeFileSync(noFile, 'not a certificate', { mode: 0o600 })

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

interface Doctor {
  readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[]
}

const certificateOfOther = async (shop: TestGateway) =>
  (await operate<Doctor>(shop, 'GET', '/doctor')).body.checks.find(({ name }) => name === 'certificate OTHER')

test('the shared certificate serves a company without its own, and the doctor says what is doubtful', async () => {
  const first = await startGateway({ env: certified })
  const { companies } = first.gateway.store
  await companies.save(demoCompanyAt(0), 'test')
  const other = { ...profile, companyGuid: '22222222-2222-4222-8222-222222222222', companyCode: 'OTHER' }
  await companies.save(
    { ...demoCompanyAt(0), profile: { ...other, tin: 'C10000000010', idNumber: '199901000001' } },
    'test',
  )
  expect((await operate<Shown>(first, 'GET', '/companies')).body.items).toMatchObject([
    { COMPANY_CODE: 'DEMO', HAS_CERTIFICATE: true },
    { COMPANY_CODE: 'OTHER', HAS_CERTIFICATE: true },
  ])
  expect(await certificateOfOther(first)).toMatchObject({ verdict: 'bad' })
  await first.close({ keep: true })

  // An intermediary signs for others with its own certificate.
  const intermediary = {
    RESIT_MYINVOIS_CLIENT_ID: 'client',
    RESIT_MYINVOIS_CLIENT_SECRET: 'secret',
    RESIT_MYINVOIS_ON_BEHALF_OF: profile.tin,
  }
  const second = await startGateway({ env: { ...certified, ...intermediary }, dataDir: first.dataDir })
  onTestFinished(() => second.close())
  expect(await certificateOfOther(second)).toMatchObject({ verdict: 'good' })
})
