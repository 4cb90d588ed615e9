import type { FastifyInstance } from 'fastify'
import { buyerPage } from '../features/buyer/buyer.ts'
import { pageCsp } from '../features/buyer/page.ts'
import { convertRecord } from '../features/consolidation/convert.ts'
import { confirmOwner } from '../features/people/proof.ts'
import { tinSearch, tinValidation } from '../features/taxpayers/taxpayer.ts'
import { referencePaths, serveApiReference } from '../http/docs.ts'
import { serveDocsPages } from '../http/documents.ts'
import { type ListenerRules, type NetworkListenerRules, readyPath } from '../http/guards.ts'
import { createPublicFormListener, type PublicListener } from '../http/public-listener.ts'
import { createServer } from '../http/server.ts'
import { GatewayTokenProver, gatewayProofHeader } from '../http/till-proof.ts'
import { desktopHeader, gatewayProofOf, proofRoute } from '../installation/proof.ts'
import type { Settings } from '../settings/settings.ts'
import { StorageFailure } from '../store/refusal.ts'
import type { Parts } from './parts.ts'
import { routesOf } from './routes.ts'

/** Not listening yet. */
export async function createLoopbackServer(
  parts: Parts,
  { listeners, screensDir }: { readonly listeners: () => ListenerRules; readonly screensDir: string | null },
): Promise<FastifyInstance> {
  const { controlToken } = parts
  const app = createServer({
    ...parts,
    redeem: (call, { cell }) => parts.approvals.redeem(call, cell, parts),
    confirm: (call, ask) => confirmOwner(parts, call, ask),
    desktop: desktopHeader(controlToken),
    listeners,
    routes: routesOf(parts),
    openPages: ['/healthz', readyPath, ...referencePaths, '/docs', '/docs/read', ...(screensDir === null ? [] : ['/'])],
    screensDir,
  })
  const proofs = new GatewayTokenProver(parts.tokens, parts.clock)
  app.get('/healthz', async ({ raw }, reply) => {
    const proof = await proofs.of(raw)
    if (proof !== null) reply.header(gatewayProofHeader, proof)
    return { status: 'ok' }
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: readyPath,
    async handler(_request, reply) {
      const reason = await whyNoSale(parts)
      if (reason === null) return { status: 'ready' }
      reply.code(503)
      return { status: 'not_ready', reason }
    },
  })
  app.get<{ Params: { readonly nonce: string } }>(proofRoute, async ({ params, raw }) => ({
    proof: gatewayProofOf(controlToken, raw.socket.localPort ?? 0, params.nonce),
  }))
  serveApiReference(app, async (path) =>
    (await import('../../../shared/api/openapi/reference.ts')).openApiBuilders[path](),
  )
  serveDocsPages(app)
  await app.ready()
  return app
}

/** Null if a sale would be taken (contract 10). */
async function whyNoSale({ storage, isStorageSound, companies }: Parts): Promise<string | null> {
  const { state } = storage.status
  if (state !== 'sound') return `storage_${state}`
  if (!isStorageSound()) return 'starting'
  try {
    return (await companies.list()).length === 0 ? 'no_company' : null
  } catch (cause) {
    if (cause instanceof StorageFailure) return `storage_${cause.trouble}`
    throw cause
  }
}

/** Not listening yet; null if there is no page for buyers. */
export function createBuyerListener(parts: Parts): PublicListener | null {
  if (parts.settings.buyerPage === null) return null
  const [validateTin, searchTin, convert] = [tinValidation(parts), tinSearch(parts), convertRecord(parts)]
  const answer = buyerPage({ ...parts, sign: parts.digest, validateTin, searchTin, convert })
  return createPublicFormListener({ ...parts, answer, policy: pageCsp })
}

export const hostsAt = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

export const buildListenerRules = (
  hosts: readonly string[],
  { allowedOrigins }: Settings,
  network: NetworkListenerRules | null,
): ListenerRules => ({
  hosts,
  ownOrigins: hosts.map((host) => `http://${host}`),
  allowedOrigins,
  ...(network && { network }),
})
