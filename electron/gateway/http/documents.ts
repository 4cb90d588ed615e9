import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../../shared/api/faults.ts'
import { docsPageWords } from '../../../shared/words/reading.ts'
import { chooseLanguage } from '../../../shared/words/words.ts'
import { copyScript, type DocsPage, type DocsPageParts, docsStyle, hitsHtml, listHtml, pageHtml } from './docs-page.ts'

/** Only our own style sheet and script. The search form goes to the gateway. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Beside the sources, or beside the built file. */
const places = ['../../../', './documents/'].map((each) => fileURLToPath(new URL(each, import.meta.url)))
const besideDocs = ['CHANGELOG.md', 'SECURITY.md']
/** Served only with the sources, because they name tests. */
export const sourceOnlyDocs: readonly string[] = ['faults.md']
/** These come first in lists and in the search. */
const forTills = ['integrate', 'errors', 'bills', 'rehearse', 'webhooks', 'drop-folder', 'contract', 'interface']
const rankOf = ({ name }: DocsPage) => (forTills.indexOf(name) + forTills.length + 1) % (forTills.length + 1)

/** The texts of docs/ under /docs/read, without a network. They are open, because they hold no data. */
export function serveDocsPages(app: FastifyInstance): void {
  let reading: Promise<readonly DocsPage[]> | undefined
  const documents = () => (reading ??= readAll())
  app.get('/docs/read', async (request, reply) => {
    const asked = new URLSearchParams(request.raw.url?.split('?', 2)[1] ?? '').get('q')?.trim() ?? ''
    const words = docsPageWords[languageOf(request)]
    const { passagesWith } = await import('./document-text.ts')
    const all = await documents()
    const main = asked === '' ? listHtml(all) : hitsHtml(passagesWith(all, asked), words)
    return show(request, reply, { title: words.title, main, asked, documents: all })
  })
  for (const [name, type, text] of [
    ['style.css', 'css', docsStyle],
    ['copy.js', 'javascript', copyScript],
  ] as const)
    app.get(`/docs/read/${name}`, async (_, reply) =>
      reply.type(`text/${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    )
  app.get<{ Params: { readonly name: string } }>('/docs/read/:name', async (request, reply) => {
    const all = await documents()
    const document = all.find(({ name }) => name === request.params.name)
    if (!document) throw new Fault('route_not_found')
    return show(request, reply, { title: document.title, main: document.html, asked: '', documents: all })
  })
}

/** The Markdown parser is loaded at the first request. */
async function readAll(): Promise<readonly DocsPage[]> {
  const root = places.find((place) => existsSync(join(place, 'docs', 'integrate.md')))
  if (root === undefined) return []
  const { docsPageOf, pageNameOf } = await import('./document-text.ts')
  const inDocs = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && !sourceOnlyDocs.includes(name),
  )
  const files = [...inDocs.toSorted().map((name) => join('docs', name)), ...besideDocs]
  const there = files.filter((file) => existsSync(join(root, file)))
  const names = new Set(there.map((file) => pageNameOf(basename(file))))
  return there
    .map((file) => docsPageOf(basename(file), readFileSync(join(root, file), 'utf8'), names))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

const languageOf = ({ headers }: FastifyRequest) => chooseLanguage(headers['accept-language'])

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Omit<DocsPageParts, 'language' | 'words'>,
): FastifyReply {
  const language = languageOf(request)
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' })
    .send(pageHtml({ ...page, language, words: docsPageWords[language] }))
}
