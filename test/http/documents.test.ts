import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '../../electron/gateway/http/access.ts'
import { docsPageOf } from '../../electron/gateway/http/document-text.ts'
import { serveDocsPages, sourceOnlyDocs } from '../../electron/gateway/http/documents.ts'
import { createServer } from '../../electron/gateway/http/server.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import { documents } from '../docs/blocks.ts'
import { withoutPeople } from '../support/bare-server.ts'
import { observers } from '../support/observers.ts'

const nobody = { callerWith: async () => null } as unknown as Access

let host = ''
const app = createServer({
  ...observers,
  ...withoutPeople,
  refusals: { count: () => undefined },
  desktop: { header: 'x-desktop', value: 'none' },
  access: nobody,
  log: pino({ enabled: false }),
  randomness: systemRandomness,
  listeners: () => ({ hosts: [host], ownOrigins: [`http://${host}`], allowedOrigins: [] }),
  routes: [],
  openPages: ['/docs/read'],
})
beforeAll(async () => {
  serveDocsPages(app)
  host = new URL(await app.listen({ host: '127.0.0.1', port: 0 })).host
})
afterAll(async () => app.close())

async function get(path: string, language = 'en') {
  const response = await fetch(`http://${host}${path}`, { headers: { 'accept-language': language } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const names = documents
  .filter((path) => path.startsWith('docs/'))
  .map((path) => path.slice('docs/'.length))
  .filter((file) => !sourceOnlyDocs.includes(file) && !file.includes('/'))
  .map((file) => file.slice(0, -'.md'.length))

describe('the documents of the running gateway', () => {
  test('are all there, and every link between them leads somewhere', async () => {
    const list = (await get('/docs/read')).text
    for (const name of names) {
      expect(list).toContain(`href="/docs/read/${name}"`)
      const { status, text } = await get(`/docs/read/${name}`)
      expect([name, status]).toEqual([name, 200])
      for (const [, target = ''] of text.matchAll(/href="(\/docs\/read[^"#]*)/g))
        expect([name, target, (await get(target)).status]).toEqual([name, target, 200])
    }
  })

  test('load nothing from elsewhere, and run one script of their own', async () => {
    const { headers, text } = await get('/docs/read/integrate')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
    expect(text.match(/<script|<img|src="[^"]*"/g)).toEqual(['<script', 'src="/docs/read/copy.js"'])
    const script = await get('/docs/read/copy.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.text).toContain('clipboard')
  })

  test('lead from each to all others and to its own chapters, those for tills first', async () => {
    const { text } = await get('/docs/read/webhooks')
    const links = [...text.matchAll(/<li><a href="\/docs\/read\/([^"]+)"/g)].map(([, to = '']) => to)
    expect(links).toEqual(expect.arrayContaining([...names]))
    expect(links.indexOf('integrate')).toBe(0)
    expect(links.filter((to) => to.startsWith('webhooks#')).length).toBeGreaterThan(1)
  })

  test('show a program of one language at a time', async () => {
    const { text } = await get('/docs/read/integrate')
    const [first, ...others] = [...text.matchAll(/<details( open)? name="language"><summary[^>]*>([^<]+)/g)]
    expect([first?.[1], first?.[2]]).toEqual([' open', 'Python'])
    expect(others.map(([, open, name]) => [open, name])).toEqual(
      expect.arrayContaining(['PHP', 'Java', 'Node', 'C#'].map((name) => [undefined, name])),
    )
    expect(text).toMatch(/<h2 id="[^"]+">(?![^]*<details)/)
  })

  test('are searched by words, wherever those stand', async () => {
    const { text } = await get('/docs/read?q=bad_cursor+backup')
    expect(text).toContain('/docs/read/integrate#following-changes')
    const [found] = /<main[^]*/.exec((await get('/docs/read?q=idempotency')).text) ?? []
    expect(found).toMatch(/^<main lang="en"><ul><li><a href="\/docs\/read\/integrate#/)
    expect((await get('/docs/read?q=zzzzz')).text).toContain('No document has all of these words.')
    expect((await get('/docs/read?q=zzzzz', 'ms')).text).toContain('Tiada dokumen')
    expect((await get('/docs/read?q=%3Cscript%3E')).text).not.toContain('<script>')
  })

  test('are no way to anything else', async () => {
    for (const path of ['/docs/read/nothing', '/docs/read/faults', '/docs/read/..%2fpackage.json', '/docs/read/README'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect((await fetch(`http://${host}/docs/read`, { method: 'POST' })).status).toBe(405)
  })

  test('become pages without markup of their own', () => {
    const { html, title } = docsPageOf(
      'A.md',
      '# A `b`\n\n<b onclick="x()">c</b> ![d](e.png) [f](G.md) [h](x.md#i)',
      new Set(['x']),
    )
    expect(title).toBe('A b')
    expect(html).toBe(
      '<h1 id="a-b">A <code>b</code></h1>\n<p>&lt;b onclick=&quot;x()&quot;&gt;c&lt;/b&gt; d f <a href="/docs/read/x#i">h</a></p>\n',
    )
  })
})
