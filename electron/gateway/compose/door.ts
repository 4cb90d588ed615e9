import type { FastifyInstance } from 'fastify'
import { confirmOwner } from '../features/people/proof.ts'
import { serveDocs } from '../http/docs.ts'
import { serveDocuments } from '../http/documents.ts'
import type { Doors, NetworkDoors } from '../http/guards.ts'
import { createServer } from '../http/server.ts'
import { proofHeader, TillProofs } from '../http/till-proof.ts'
import { desktopSignOf, proofOf, proofPath } from '../installation/proof.ts'
import type { Settings } from '../settings/settings.ts'
import type { Wiring } from './wiring.ts'
import type { WiringDeps } from './wiring-deps.ts'

/** Everything that is answered over HTTP, not listening yet. */
export async function openDoor(
  { store, log, clock, randomness, refusals, controlToken }: WiringDeps,
  { access, room, routes }: Wiring,
  { doors, screensDir }: { readonly doors: () => Doors; readonly screensDir: string | null },
): Promise<FastifyInstance> {
  const openPages = ['/healthz', '/openapi.json', '/docs', '/docs/read', ...(screensDir === null ? [] : ['/'])]
  const { approvals, pins, sessions } = room
  const app = createServer({
    access,
    approvals,
    refusals,
    redeem: (call, { cell }) => approvals.redeem(call, cell, store),
    confirm: (call) => confirmOwner({ pins, sessions, people: store.people }, call),
    desktop: desktopSignOf(controlToken),
    log,
    randomness,
    doors,
    routes,
    openPages,
    screensDir,
  })
  const proofs = new TillProofs(store.tokens, clock)
  app.get('/healthz', async ({ raw }, reply) => {
    const proof = await proofs.of(raw)
    if (proof !== null) reply.header(proofHeader, proof)
    return { status: 'ok' }
  })
  app.get<{ Params: { readonly nonce: string } }>(proofPath, async ({ params, raw }) => ({
    proof: proofOf(controlToken, raw.socket.localPort ?? 0, params.nonce),
  }))
  serveDocs(app, async () => (await import('../../../shared/api/openapi/reference.ts')).reference())
  serveDocuments(app)
  await app.ready()
  return app
}

/** Beside loopback. @throws BadConfiguration, Error EADDRINUSE */
export async function openOtherDoors(
  { buyerDoor, networkDoor }: Wiring,
  { settings: { buyerPage } }: Pick<WiringDeps, 'settings'>,
  app: FastifyInstance,
) {
  await buyerDoor?.listen(buyerPage?.port ?? 0)
  await networkDoor?.listen(app.server)
}

export const hostsAt = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

export const doorsAt = (
  hosts: readonly string[],
  { allowedOrigins }: Settings,
  network: NetworkDoors | null,
): Doors => ({
  hosts,
  ownOrigins: hosts.map((host) => `http://${host}`),
  allowedOrigins,
  ...(network && { network }),
})
