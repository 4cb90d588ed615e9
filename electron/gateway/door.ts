import type { FastifyInstance } from 'fastify'
import { serveDocs } from './http/docs.ts'
import { serveDocuments } from './http/documents.ts'
import type { Doors } from './http/guards.ts'
import { createServer } from './http/server.ts'
import { confirmOwner } from './operator/owner-pin.ts'
import { redeemWith } from './people/people.ts'
import type { GatewayPorts } from './ports.ts'
import { desktopSignOf, proofOf, proofPath } from './proof.ts'
import type { Settings } from './settings/settings.ts'
import type { Store } from './store/port.ts'
import type { Wiring } from './wiring.ts'

interface DoorParts extends GatewayPorts {
  readonly screensDir?: string | null
  readonly store: Store
  readonly controlToken: string
}

/** Everything that is answered over HTTP, not listening yet. */
export async function openDoor(
  { store, log, randomness, screensDir = null, controlToken }: DoorParts,
  { access, room, refusals, routes }: Wiring,
  doors: () => Doors,
): Promise<FastifyInstance> {
  const openPages = ['/healthz', '/openapi.json', '/docs', '/docs/read', ...(screensDir === null ? [] : ['/'])]
  const { approvals } = room
  const app = createServer({
    access,
    approvals,
    refusals,
    redeem: redeemWith(approvals, store),
    confirm: (call) => confirmOwner({ ...room, people: store.people }, call),
    desktop: desktopSignOf(controlToken),
    log,
    randomness,
    doors,
    routes,
    openPages,
    screensDir,
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get<{ Params: { readonly nonce: string } }>(proofPath, async ({ params, raw }) => ({
    proof: proofOf(controlToken, raw.socket.localPort ?? 0, params.nonce),
  }))
  serveDocs(app, async () => (await import('../../shared/catalogue/openapi/reference.ts')).reference())
  serveDocuments(app)
  await app.ready()
  return app
}

export const hostsAt = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`]

export const doorsAt = (hosts: readonly string[], { allowedOrigins }: Settings): Doors => ({
  hosts,
  ownOrigins: hosts.map((host) => `http://${host}`),
  allowedOrigins,
})
