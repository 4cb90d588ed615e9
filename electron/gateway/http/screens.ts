import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../../../shared/api/faults.ts'
import { chooseLanguage, words } from '../../../shared/words/words.ts'
import { pathOf } from './paths.ts'
import { screenHeaders } from './screens-policy.ts'

/**
 * Paths that begin like this have no screen: other pages of the gateway, and requests of tills whose settings leave out
 * `/v1`.
 */
const beside =
  /^\/(?:v\d[\w.]*|operator|docs|openapi\.json|healthz|readyz|metrics|sale|self_billed|taxauth|version)(?:\/|$)/i
/** File names as the build makes them, without escapes and without `..`. */
const fileForm = /^\/((?:assets\/)?[\w-][\w.-]*\.\w+)$/
const screenForm = /^\/(?:[\w~-]+(?:\/[\w~-]+)*\/?)?$/

/**
 * The built screens at `/`. A browser gets the page at every path that could be a screen; a program, which accepts
 * anything or JSON, gets it only at `/` (contract 2). Files with a hash in their name are cached for ever, the page
 * never. @param dir looked for at every request, so that a later build is found @param refusal the answer if there is
 * no screen
 */
export function serveScreens(app: FastifyInstance, dir: string, refusal: (request: FastifyRequest) => Fault): void {
  app.register(async (pages) => {
    await pages.register(fastifyStatic, { serve: false })
    pages.get('/*', async (request, reply) => {
      const path = pathOf(request)
      const file = fileForm.exec(path)?.[1]
      const isScreen = path === '/' || (isScreenName(path) && takesPages(request.headers.accept))
      if (file === undefined && !isScreen) throw refusal(request)
      reply.headers(screenHeaders)
      if (!existsSync(join(dir, 'index.html'))) return sayMissing(reply, request.headers['accept-language'])
      const name = file ?? 'index.html'
      if (!existsSync(join(dir, name))) throw refusal(request)
      return reply.header('cache-control', keepingOf(name)).sendFile(name, dir, { cacheControl: false })
    })
  })
}

const isScreenName = (path: string): boolean => screenForm.test(path) && !beside.test(path)

/** A browser that opens an address accepts HTML by name; programs send a wildcard. */
const takesPages = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => /^\s*text\/html\s*(?:;|$)/i.test(range))

function keepingOf(name: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return name === 'index.html' ? 'no-store' : 'no-cache'
}

function sayMissing(reply: FastifyReply, acceptLanguage: string | undefined): FastifyReply {
  const language = chooseLanguage(acceptLanguage)
  const sentence = words[language].status.screens_missing
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="${language}"><title>Resit</title><p>${sentence}</p></html>\n`)
}
