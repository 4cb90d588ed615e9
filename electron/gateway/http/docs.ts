import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Fault } from '../../../shared/api/faults.ts'
import type { OpenApiDocument } from '../../../shared/api/openapi/document.ts'

/** Its own files and nothing else; pictures inside its style sheet are data. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * The reference, as a document at /openapi.json and as a page at /docs. Both are open: they contain no data, and the
 * guards of host and origin stand before them as before everything. What they are made of is loaded when somebody
 * first looks: 20 MB that a till never asks for.
 * @param app not yet listening
 */
export function serveDocs(app: FastifyInstance, reference: () => Promise<OpenApiDocument>): void {
  const document = once(reference)
  serveDocument(app, document)
  const pages = once(async () => docsPages(await document()))
  const made = new Map<string, Promise<Page>>()
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { code, headers, content } = await pageAt(request.raw.url ?? '', made, pages)
    if (code >= 400 && code < 500) throw new Fault('route_not_found')
    const { etag } = headers
    if (typeof etag === 'string' && isKnown(request, etag)) return reply.code(304).headers(headers).send()
    return reply.code(code).headers(headers).send(content)
  }
  app.get('/docs', show)
  app.get('/docs/*', show)
}

interface Page {
  readonly code: number
  readonly headers: OutgoingHttpHeaders
  readonly content: Buffer
}

/** More than the files there are; on a computer that does not tell cases apart one has many names. */
const mostMade = 100
/** Names that are one page's only: no empty parts, and none that lead upwards. */
const plainPath = /^\/docs(\/[\w-]+(\.[\w-]+)*)*\/?$/
const nothing: Page = { code: 404, headers: {}, content: Buffer.alloc(0) }

/**
 * A page is made once, whoever asks how often: some are written anew from the whole document each time, which takes the
 * only thread we have. They are few and always the same, since what is behind the question mark is left away.
 */
async function pageAt(
  target: string,
  made: Map<string, Promise<Page>>,
  pages: () => Promise<FastifyInstance>,
): Promise<Page> {
  const url = decodeURIComponent(target.split('?', 1)[0] ?? '')
  if (!plainPath.test(url)) return nothing
  const known = made.get(url)
  if (known) return known
  const making = makePage(url, await pages())
  made.set(url, making)
  const { code } = await making
  if (code !== 200 || (made.size > mostMade && url.startsWith('/docs/static/'))) made.delete(url)
  return making
}

async function makePage(url: string, pages: FastifyInstance): Promise<Page> {
  const { statusCode, headers, rawPayload } = await pages.inject({ method: 'GET', url })
  return { code: statusCode, headers: pick(headers, told), content: rawPayload }
}

const told = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'last-modified', 'location']

const pick = (headers: OutgoingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))

/** Whether the asker has it already (RFC 9110 13.1.2). */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = headers['if-none-match']?.split(',').map(weak) ?? []
  return known.includes(weak(etag)) || known.includes('*')
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** An application of its own, because ours takes no more pages once it listens. */
async function docsPages(document: OpenApiDocument): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const pages = Fastify()
  // The plugin's types stop at OpenAPI 3.0; it serves the document as it is.
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } })
  await pages.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    // Otherwise the page sends the document to a validator on the internet.
    validatorUrl: false,
    theme: { title: 'Resit gateway' },
    // Without the bar on top, which loads any document from anywhere.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', deepLinking: true, persistAuthorization: false },
  })
  return pages
}

function serveDocument(app: FastifyInstance, document: () => Promise<OpenApiDocument>): void {
  const file = once(async () => {
    const text = JSON.stringify(await document())
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  })
  app.get('/openapi.json', async (request, reply) => {
    const { text, etag } = await file()
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (isKnown(request, etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
