import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../../../shared/api/faults.ts'
import { languageFor, words } from '../../../shared/words/words.ts'
import { pathOf } from './paths.ts'
import { screenHeaders } from './screens-policy.ts'

/**
 * Beginnings of paths without a screen: what the gateway serves beside the screens, and what a till asks for whose
 * settings leave out `/v1` or write it otherwise.
 */
const beside =
  /^\/(?:v\d[\w.]*|operator|docs|openapi\.json|healthz|readyz|metrics|sale|self_billed|taxauth|version)(?:\/|$)/i
/** Names of files as the build makes them; anything with an escape or a climb in it is none. */
const fileForm = /^\/((?:assets\/)?[\w-][\w.-]*\.\w+)$/
/** Names of screens: the page itself knows which there are. */
const screenForm = /^\/(?:[\w~-]+(?:\/[\w~-]+)*\/?)?$/

/**
 * The built screens at `/`. Files that are named after their content are kept by the browser for ever, the page that
 * names them never. To a browser every path that could be a screen answers with that page; to a program, which takes
 * anything or JSON, only the page itself is there (contract 2).
 * @param dir of the build; looked for at every request, so that a build beside a running gateway is found
 * @param refusal what there is to say of a request for no screen
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

/** A browser that goes to an address names HTML; a wildcard is what programs send. */
const takesPages = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => /^\s*text\/html\s*(?:;|$)/i.test(range))

function keepingOf(name: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return name === 'index.html' ? 'no-store' : 'no-cache'
}

function sayMissing(reply: FastifyReply, acceptLanguage: string | undefined): FastifyReply {
  const language = languageFor(acceptLanguage)
  const sentence = words[language].status.screens_missing
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="${language}"><title>Resit</title><p>${sentence}</p></html>\n`)
}
