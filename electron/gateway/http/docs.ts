import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { OpenApiDocument } from '../../../shared/catalogue/openapi/document.ts'

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
 * guards of host and origin stand before them as before everything.
 * @param app not yet listening
 */
export function serveDocs(app: FastifyInstance, document: OpenApiDocument): void {
  serveDocument(app, document)
  app.register(async (pages) => {
    pages.setErrorHandler((thrown) => {
      throw isRefusal(thrown) ? new Fault('route_not_found', { cause: thrown }) : thrown
    })
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
  })
}

/** The server of files has statuses of its own for paths that climb out of their folder. */
const isRefusal = (thrown: unknown): boolean => {
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined
  return typeof status === 'number' && status >= 400 && status < 500
}

function serveDocument(app: FastifyInstance, document: OpenApiDocument): void {
  const text = JSON.stringify(document)
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  app.get('/openapi.json', (request, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache' })
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
