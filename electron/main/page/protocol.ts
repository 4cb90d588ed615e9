import { protocol } from 'electron'
import { places } from '../places.ts'
import { answerFromGateway, type GatewayWay, isForGateway } from './gateway-way.ts'
import { answerWithFile } from './screen-files.ts'
import { originOf, ownOrigin } from './web-preferences.ts'

/** Before Electron is ready, or `app://` is a scheme without an origin, without fetch and without a secure context. */
export function registerScheme(): void {
  const privileges = {
    standard: true,
    secure: true,
    supportFetchAPI: true,
    stream: true,
    bypassCSP: false,
    corsEnabled: false,
    allowServiceWorkers: false,
  }
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }])
}

/** What is behind `app://resit`: the screens in the bundle, the gateway, and nothing else. */
export function servePages(gatewayWay: () => Promise<GatewayWay | null>): void {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url)
    if (originOf(request.url) !== ownOrigin) return new Response(null, { status: 404 })
    return isForGateway(pathname)
      ? answerFromGateway(request, await gatewayWay())
      : answerWithFile(places.screens, pathname)
  })
}
