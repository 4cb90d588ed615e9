import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { spawnGateway } from '../support/process.ts'
import { customer, invoice } from '../support/till.ts'
import { freshInstallation } from './installation.ts'

const here = freshInstallation()

const shop = {
  COMPANY_GUID: '22222222-2222-4222-8222-222222222222',
  ...customer,
  MSIC_CODE: '56101',
  BUSINESS_ACTIVITY: 'Tea house',
  TIME_ZONE: 'Asia/Kuala_Lumpur',
}

const resit = (...args: readonly string[]) =>
  command(here.dataDir, args, { env: { INIT_CWD: here.dataDir }, timeoutMs: hangMs })

const json = (...args: readonly string[]) => JSON.parse(resit(...args, '--json').stdout) as Record<string, unknown>

test('before the first start it keeps tokens and decides nothing about the authority', () => {
  expect(resit('token', 'create', '--name', 'Till 1', '--scopes', 'read').status).toBe(0)
  expect(json('company', 'list')).toEqual({ items: [] })
  expect(existsSync(join(here.dataDir, 'practice.db'))).toBe(false)
})

test('before the first start the practice company is there for whoever names it, and with that it is practice', async () => {
  const token = json('token', 'create', '--name', 'Till 1', '--scopes', 'submit,read', '--company', 'DEMO')
  expect(token).toMatchObject({ company: 'DEMO' })
  expect(resit('company', 'list').stdout).toMatch(/^DEMO {2}11111111-1111-4111-8111-111111111111 /m)
  await expect(
    spawnGateway(here.dataDir, { ...brisk, RESIT_AUTHORITY: 'myinvois', RESIT_MYINVOIS_ENVIRONMENT: 'sandbox' }),
  ).rejects.toMatchObject({ exitCode: 2 })
  const { port } = await here.start()
  const answer = await fetch(`http://127.0.0.1:${port}/v1/sale/invoice_submission`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token['token'])}`, 'content-type': 'application/json' },
    body: JSON.stringify(invoice('1')),
  })
  expect(answer.status).toBe(202)
})

test('before the first start nobody else takes the code of the practice company', () => {
  writeFileSync(join(here.dataDir, 'demo.json'), JSON.stringify({ ...shop, COMPANY_CODE: 'DEMO' }))
  const refused = resit('company', 'import', 'demo.json')
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('/COMPANY_CODE')])
})
