import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../../shared/api/faults.ts'

/** Allows only our own files. Pictures in the style sheet are data. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Resit gateway</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/static/swagger-ui.css"><link rel="stylesheet" href="/docs/static/index.css"></head>
<body><div id="reference"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script><script src="/docs/static/start.js"></script></body></html>
`

/**
 * Without these options the page would send the document to a validator on the internet, or load another document from
 * its address bar.
 */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  validatorUrl: null,
  layout: 'BaseLayout',
  docExpansion: 'none',
  deepLinking: true,
  persistAuthorization: false,
})
`

const script = 'text/javascript; charset=utf-8'
const sheet = 'text/css; charset=utf-8'
const parts = new Map([
  ['swagger-ui-bundle.js', script],
  ['swagger-ui.css', sheet],
  ['index.css', sheet],
])

export const referencePaths = ['/openapi.json', '/openapi-till.json'] as const

/**
 * The references as documents, and the whole one as a page at /docs. They are open, because they hold no data. Each is
 * made at its first request.
 */
export function serveApiReference(
  app: FastifyInstance,
  reference: (path: (typeof referencePaths)[number]) => Promise<object>,
): void {
  for (const path of referencePaths) {
    let made: Promise<string> | undefined
    app.get(path, async (_, reply) => {
      const text = await (made ??= reference(path).then((document) => JSON.stringify(document)))
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
  const show = async (_: FastifyRequest, reply: FastifyReply) => send(reply, 'text/html; charset=utf-8', page)
  app.get('/docs', show)
  app.get('/docs/', show)
  app.get('/docs/static/start.js', async (_, reply) => send(reply, script, start))
  app.get<{ Params: { readonly part: string } }>('/docs/static/:part', async ({ params: { part } }, reply) => {
    const type = parts.get(part)
    if (type === undefined) throw new Fault('route_not_found')
    return send(reply, type, await readFile(new URL(`static/${part}`, import.meta.resolve('@fastify/swagger-ui'))))
  })
}

const send = (reply: FastifyReply, type: string, content: string | Buffer): FastifyReply =>
  reply.type(type).headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' }).send(content)
