import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Access } from '../../electron/gateway/http/access.ts'
import { serveApiReference } from '../../electron/gateway/http/docs.ts'
import { screensCsp } from '../../electron/gateway/http/screens-policy.ts'
import { createServer } from '../../electron/gateway/http/server.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import { buildFullOpenApi } from '../../shared/api/openapi/reference.ts'
import { withoutPeople } from '../support/bare-server.ts'
import { observers } from '../support/observers.ts'
import { processorMs } from '../support/processor-ms.ts'
import { type RawAsk, raw } from '../support/raw.ts'

const nobody = { callerWith: async () => null } as unknown as Access
const page = '<!doctype html><title>Resit</title><script type="module" src="/assets/index-abc123.js"></script>'

describe('the screens', () => {
  let directory: string
  let dir: string
  let port: number
  let app: ReturnType<typeof createServer>
  const ask = (path: string, headers: RawAsk['headers'] = {}) => raw(port, { path, headers })
  const visit = (path: string, headers: RawAsk['headers'] = {}) =>
    ask(path, { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', ...headers })
  const codeIn = (text: string) => (JSON.parse(text) as { readonly code: string }).code

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'resit-screens-'))
    dir = join(directory, 'renderer')
    mkdirSync(join(dir, 'assets'), { recursive: true })
    writeFileSync(join(dir, 'index.html'), page)
    writeFileSync(join(dir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(dir, 'assets', 'index-abc123.js'), 'export {}')
    writeFileSync(join(dir, '.secret'), 'not for you')
    writeFileSync(join(directory, 'outside.txt'), 'not for you')
    let hosts: readonly string[] = []
    app = createServer({
      ...observers,
      ...withoutPeople,
      refusals: { count: () => undefined },
      desktop: { header: 'x-desktop', value: 'none' },
      access: nobody,
      log: pino({ enabled: false }),
      randomness: systemRandomness,
      listeners: () => ({ hosts, ownOrigins: hosts.map((host) => `http://${host}`), allowedOrigins: [] }),
      routes: [],
      openPages: ['/'],
      screensDir: dir,
    })
    serveApiReference(app, async () => buildFullOpenApi())
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    hosts = [`127.0.0.1:${port}`]
  })
  afterEach(async () => {
    await app.close()
    rmSync(directory, { recursive: true })
  })

  test('come with a policy that lets them load their own files and nothing else', async () => {
    for (const path of ['/', '/assets/index-abc123.js', '/icon.svg']) {
      const { status, headers } = await ask(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['content-security-policy']).toBe(screensCsp)
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    }
    const scripts = /script-src ([^;]*)/.exec(screensCsp)?.[1]
    expect(scripts).toBe("'self'")
    expect(screensCsp).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  })

  test('are kept by the browser as far as their names say what is in them', async () => {
    const kept = async (path: string) => (await visit(path)).headers['cache-control']
    expect(await kept('/')).toBe('no-store')
    expect(await kept('/sales/today')).toBe('no-store')
    expect(await kept('/assets/index-abc123.js')).toBe('public, max-age=31536000, immutable')
    expect(await kept('/icon.svg')).toBe('no-cache')
    expect((await ask('/assets/index-abc123.js')).headers['content-type']).toContain('javascript')
  })

  test.each(['/', '/index.html', '/sign-in', '/sales/0001/', '/sales?shift=A'])('%s is the page', async (path) => {
    const { status, text, headers } = await visit(path)
    expect([status, text]).toEqual([200, page])
    expect(headers['content-type']).toContain('text/html')
  })

  test.each([
    '/v1',
    '/v1/nothing',
    '/operator/v1/nothing',
    '/operator',
    '/docs/nothing',
    '/metrics',
    '/assets/gone-1.js',
    '/gone.png',
    '/.secret',
    '/assets/.secret',
    '/assets/../.secret',
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/%2e%2e/index.html',
    '/assets%2f..%2f..%2foutside.txt',
    '/a//b',
    '/sales/%00',
    '/V1/version',
    '/v2/version',
    '/v1.0',
    '/version',
    '/version/',
    '/sale/invoice_checkstatus/by_guid',
    '/Self_Billed/invoice_submission',
    '/taxauth/currency_code',
  ])('%s is nothing', async (path) => {
    const { status, text } = await visit(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(['route_not_found', 'bad_request_target']).toContain(codeIn(text))
    expect(text).not.toContain('not for you')
  })

  test.each([undefined, '*/*', 'application/json', 'text/htmlx, */*'])(
    'are no answer to a program that asks for what is not there (Accept: %s)',
    async (accept) => {
      for (const path of ['/nothing', '/sales/today', '/sale/invoice_submission']) {
        const { status, text } = await ask(path, accept === undefined ? {} : { accept })
        expect([path, status, codeIn(text)]).toEqual([path, 404, 'route_not_found'])
      }
      expect((await ask('/', accept === undefined ? {} : { accept })).text).toBe(page)
    },
  )

  test('leave the reference and the guards of the door where they are', async () => {
    expect((await ask('/openapi.json')).headers['content-type']).toContain('json')
    expect((await ask('/docs')).status).toBeLessThan(400)
    expect((await ask('/', { host: 'evil.example' })).status).toBe(421)
    expect((await ask('/', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask('/', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const posted = await raw(port, { method: 'POST', path: '/' })
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET'])
  })

  test('that are not built yet say so in the reader’s language, with the next step', async () => {
    rmSync(dir, { recursive: true })
    const missing = await ask('/', { 'accept-language': 'ms' })
    expect(missing.status).toBe(503)
    expect(missing.text).toContain('npm start')
    expect(missing.text).toContain('lang="ms"')
    mkdirSync(dir)
    writeFileSync(join(dir, 'index.html'), page)
    expect((await ask('/')).text).toBe(page)
  })

  test('a path of the longest kind is judged at once', async () => {
    const spent = await processorMs(async () => {
      expect((await visit(`/${'a'.repeat(8_000)}!`)).status).toBe(404)
      expect((await visit(`/${'a.'.repeat(4_000)}!`)).status).toBe(404)
    })
    expect(spent).toBeLessThan(1_000)
  })
})
