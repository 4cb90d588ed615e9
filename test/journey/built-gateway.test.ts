import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { builtProgram } from '../../build/built-programs.ts'
import { spawnNpmGateway } from '../support/process.ts'
import { aSale } from '../support/sales.ts'

vi.setConfig({ testTimeout: 180_000 })

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-built-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('what npm run gateway starts is built, and finds all that lies beside the sources', async () => {
  const gateway = await spawnNpmGateway(dataDir)
  const at = (path: string) => `http://127.0.0.1:${gateway.port}${path}`
  try {
    expect(gateway.stderr()).not.toContain('could not be built')
    for (const path of ['/', '/docs', '/docs/static/swagger-ui.css', '/docs/read/operate', '/openapi.json'])
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

/** All that the gateway may load; what earlier builds left lies there, too, for a week. */
async function parts(): Promise<readonly string[]> {
  const { pathname } = await builtProgram('gateway', () => undefined)
  const files = new Set([pathname])
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      const part = join(dirname(pathname), name)
      if (existsSync(part)) files.add(part)
    }
  expect(files.size).toBeGreaterThan(20)
  return [...files].map((file) => readFileSync(file, 'utf8'))
}

test('nothing built imports http, which would load a client that no gateway uses', async () => {
  expect((await parts()).filter((code) => /\bfrom\s*['"](node:)?http['"]/.test(code))).toEqual([])
})

test('nothing built has a character for which V8 would keep two bytes for each of its file', async () => {
  const wide = (await parts()).flatMap((code) => code.match(/[^\0-\xff]/) ?? [])
  expect(wide).toEqual([])
})

test('one that cannot be built starts from its sources, and says why', async () => {
  const said: string[] = []
  const denied = async () => {
    throw new Error('EACCES: permission denied, mkdtemp\n    at Object.mkdtempSync')
  }
  const program = await builtProgram('gateway', (sentence) => said.push(sentence), denied)
  expect(program.pathname).toMatch(/\/electron\/headless\/main\.ts$/)
  expect(said).toEqual([
    'Resit could not be built (EACCES: permission denied, mkdtemp); it starts from its sources, which takes a little longer.',
  ])
})
