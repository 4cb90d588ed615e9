import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { issueCertificate, makePracticeCa } from '../../electron/gateway/authority/myinvois/sign/practice-ca.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { commandBeside } from '../support/command-line.ts'
import { startGateway } from '../support/gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'resit-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const resit = (args: readonly string[], input = '') =>
  commandBeside(join(folder, 'shop'), args, { env: { RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1' }, input })

test('a certificate is set as the one that a company signs with', async () => {
  // The first start makes the demo company. After it no gateway runs, and the command line works alone.
  const shop = await startGateway({ dataDir: join(folder, 'shop') })
  await shop.close({ keep: true })

  const { tin, idNumber, name } = demoCompanyAt(0).profile
  const authority = await makePracticeCa(Date.now())
  const { pkcs12, password } = await issueCertificate(authority, { tin, brn: idNumber, name }, Date.now())
  const file = join(folder, 'demo.p12')
  writeFileSync(file, pkcs12)

  const set = ['company', 'credentials', 'DEMO', '--client-id', 'client', '--certificate', file]
  const wrong = await resit(set, 'client secret\nnot it\n')
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toContain('/CERTIFICATE_PASSWORD: The certificate file cannot be opened with this password.')
  expect(wrong.stderr).not.toContain('not it')
  const right = await resit(set, `client secret\r\n${password}\r\n`)
  expect(right, right.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/true {2}true$/m) })
  expect(right.stdout).not.toContain(password)

  const doctor = await resit(['doctor'])
  expect(doctor.stdout).toContain('ok    certificate DEMO: The certificate that DEMO signs with is in order.')
})

test('a file that is no certificate, or not there, is refused in a sentence', async () => {
  const noFile = join(folder, 'text.p12')
  writeFileSync(noFile, 'hello')
  const set = (path: string) => ['company', 'credentials', 'DEMO', '--client-id', 'client', '--certificate', path]
  const refused = await resit(set(noFile), 'secret\n')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('/CERTIFICATE: This is not a certificate file.')
  expect(await resit(set(join(folder, 'none.p12')), 'secret\n')).toMatchObject({ code: 2, stdout: '' })
})
