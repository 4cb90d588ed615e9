import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '../../electron/gateway/http/access.ts'
import { serveApiReference } from '../../electron/gateway/http/docs.ts'
import { createServer } from '../../electron/gateway/http/server.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import { buildFullOpenApi } from '../../shared/api/openapi/reference.ts'
import { withoutPeople } from '../support/bare-server.ts'
import { observers } from '../support/observers.ts'

/** Pages that need no token. If this is called, the request reached another route. */
const nobody = { callerWith: async () => null } as unknown as Access

let host = ''
const app = createServer({
  ...observers,
  ...withoutPeople,
  access: nobody,
  refusals: { count: () => undefined },
  desktop: { header: 'x-desktop', value: 'none' },
  log: pino({ enabled: false }),
  randomness: systemRandomness,
  listeners: () => ({ hosts: [host], ownOrigins: [`http://${host}`], allowedOrigins: [] }),
  routes: [],
  openPages: [],
})

/** How often the document was rendered. */
let written = 0
const counted = () =>
  Object.defineProperty({ ...buildFullOpenApi() }, 'tags', {
    enumerable: true,
    get() {
      written += 1
      return buildFullOpenApi().tags
    },
  })

beforeAll(async () => {
  serveApiReference(app, async () => counted())
  host = new URL(await app.listen({ host: '127.0.0.1', port: 0 })).host
})
afterAll(async () => app.close())

interface Page {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends the path and the Host unchanged. `fetch` would correct them. */
const get = async (path: string, headers: Record<string, string> = {}) =>
  new Promise<Page>((resolve, reject) => {
    const [hostname, port] = host.split(':')
    request({ hostname, port, path, headers: { host, ...headers } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject)
    })
      .on('error', reject)
      .end()
  })

/** Addresses that a page would load something from or send something to. */
const outside = (page: string) =>
  [...page.matchAll(/(?:src|href|action|url)\s*[=:(]\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi)].map(
    ([, address]) => address,
  )

describe('the reference is served to whoever sits at this machine', () => {
  test('the document is JSON', async () => {
    const first = await get('/openapi.json')
    expect(first.status).toBe(200)
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(first.body)).toEqual(JSON.parse(JSON.stringify(buildFullOpenApi())))
  })

  test('the page and all it names come from the gateway itself', async () => {
    const page = await get('/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(outside(page.body)).toEqual([])
    const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(parts.length).toBe(5)
    for (const part of parts.filter((each) => each !== 'data:,'))
      expect([part, (await get(new URL(part, `http://${host}/docs`).pathname)).status]).toEqual([part, 200])
  })

  test('its starting script names no validator and no other document', async () => {
    const { status, body } = await get('/docs/static/start.js')
    expect(status).toBe(200)
    expect(body).toContain('validatorUrl: null')
    expect(body).not.toMatch(/https?:/)
  })

  test('the browser is told to load nothing from elsewhere', async () => {
    for (const path of ['/docs', '/docs/', '/docs/static/swagger-ui-bundle.js', '/docs/static/swagger-ui.css']) {
      const { status, headers } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['x-content-type-options']).toBe('nosniff')
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/https?:|unsafe|upgrade-insecure-requests|\*/)
    }
  })

  test('the document is written once, whatever it is called (DS2)', async () => {
    const before = written
    const names = ['/openapi.json', '/openapi.json?1', '/openapi.jso%6e', '/docs/../openapi.json', '/docs/json']
    const statuses = await Promise.all(names.map(async (name) => (await get(name)).status))
    expect(statuses).toEqual([200, 200, 200, 404, 404])
    expect(written - before).toBeLessThanOrEqual(1)
  })

  test('it stands behind the guards like everything else', async () => {
    for (const path of ['/docs', '/docs/static/swagger-ui.css', '/openapi.json']) {
      expect((await get(path, { host: 'evil.example' })).status).toBe(421)
      expect((await get(path, { origin: 'http://evil.example' })).status).toBe(403)
      expect((await get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    }
  })

  test.each([
    '/docs/static/nothing.js',
    '/docs/static/..%2f..%2fpackage.json',
    '/docs/static/../../package.json',
    '/doc',
  ])('%s is not there', async (path) => {
    const { status, headers } = await get(path)
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })
})
