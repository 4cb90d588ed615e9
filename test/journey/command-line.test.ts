import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../support/command-line.ts'
import { invoice } from '../support/till.ts'
import { freshInstallation } from './installation.ts'

const here = freshInstallation()

const resit = (args: readonly string[], input = '') => command(here.dataDir, args, { input })

test('a token that a command makes opens the gateway that runs until a command takes it back', async () => {
  const { port } = await here.start()
  const made = resit(['token', 'create', '--name', 'Till 1', '--scopes', 'submit,read', '--company', 'DEMO', '--json'])
  const { id, token } = JSON.parse(made.stdout) as { readonly id: string; readonly token: string }
  expect(resit(['token', 'list']).stdout).not.toContain(token)
  const ask = () => fetch(`http://127.0.0.1:${port}/v1/version`, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(200)
  expect(resit(['token', 'revoke', id]).status).toBe(0)
  expect((await ask()).status).toBe(401)
  expect(resit(['doctor'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok +storage: /m) as string })
  await here.stop()
  expect(resit(['queue']).stdout).toContain('No gateway runs on this data directory')
})

test('a command that is spelt wrong is told the nearest, and not the whole help', () => {
  const { status, stderr } = resit(['queeu'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^There is no command “queeu”. The nearest is “queue”; “resit --help[^”]*” tells of all.\n$/)
  expect(resit(['token', 'revoek']).stderr).toContain('token revoke ID')
})

test('records are exported as CSV that no spreadsheet runs, and as JSON (UI14)', async () => {
  const { port } = await here.start()
  const control = readFileSync(join(here.dataDir, 'control.token'), 'utf8')
  for (let at = 0; at < 3; at += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sale/invoice_submission`, {
      method: 'POST',
      headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
      body: JSON.stringify(invoice(`=1+${at}`, { OUTLET_NAME: 'KLCC, "North"', DOCUMENT_NUMBER: `@N${at}` })),
    })
    expect(answer.status).toBe(202)
  }
  const period = ['--from', '2026-01-01', '--to', '2099-12-31']
  const csv = resit(['export', ...period, '--format', 'csv'])
    .stdout.trim()
    .split('\r\n')
  expect(csv).toHaveLength(4)
  expect(csv[0]).toMatch(/^ISSUED_AT,FAMILY,KIND,DOCUMENT_NUMBER,STATUS,/)
  expect(csv[1]).toContain(`'@N0`)
  expect(csv[1]).toContain(`"KLCC, ""North"""`)
  expect(csv[1]).toContain(`'=1+0`)
  const records = JSON.parse(resit(['export', ...period, '--format', 'json']).stdout) as readonly unknown[]
  expect(records).toHaveLength(3)
  for (const format of ['csv', 'json'])
    expect(resit(['export', '--from', '2026-02-30', '--to', '2026-03-01', '--format', format])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: '--from must be a day of the calendar like 2026-11-21; it is “2026-02-30”.\n',
    })
})

test('a secret on stdin is kept out of the database (SU1)', async () => {
  await here.start()
  const secret = 'a-secret-of-the-shop'
  expect(resit(['company', 'credentials', 'DEMO', '--client-id', 'shop-1'], `${secret}\n`).status).toBe(0)
  await here.stop()
  expect(readFileSync(join(here.dataDir, 'resit.db')).includes(secret)).toBe(false)
})
