import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spawnNpmGateway } from '../support/process.ts'
import { aSale } from '../support/sales.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-first-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('what npm run gateway starts is built, and finds all that lies beside the sources', async () => {
  const gateway = await spawnNpmGateway(dataDir)
  const at = (path: string) => `http://127.0.0.1:${gateway.port}${path}`
  try {
    expect(gateway.stderr()).not.toContain('could not be built')
    for (const path of ['/', '/docs', '/docs/static/swagger-ui.css', '/docs/read/install', '/openapi.json'])
      expect([path, (await fetch(at(path))).status]).toEqual([path, 200])
    const headers = {
      authorization: `Bearer ${readFileSync(join(dataDir, 'control.token'), 'utf8')}`,
      'content-type': 'application/json',
    }
    const made = await fetch(at('/operator/v1/tokens'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'till', scopes: ['submit'] }),
    })
    const { token } = (await made.json()) as { readonly token: string }
    const taken = await fetch(at('/v1/sale/invoice_submission'), {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}`, prefer: 'wait=20' },
      body: JSON.stringify(aSale({ ISSUED_AT: new Date().toISOString() })),
    })
    expect([taken.status, await taken.json()]).toMatchObject([202, { STATUS: 'Valid' }])
  } finally {
    expect(await gateway.stop()).toBe(0)
  }
})
