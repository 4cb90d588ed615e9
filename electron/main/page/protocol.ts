import { protocol } from 'electron'
import { places } from '../places.ts'
import { answerWithPrintPage } from '../printing.ts'
import { answerFromGateway, type GatewayWay, isForGateway } from './gateway-way.ts'
import { pageSignal } from './page-life.ts'
import { answerWithFile } from './screen-files.ts'
import { originOf, ownOrigin, printOrigin } from './web-preferences.ts'

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

/** What is behind `app://`: the screens in the bundle, the gateway, a page that is being printed, and nothing else. */
export function servePages(gatewayWay: () => Promise<GatewayWay | null>): void {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url)
    switch (originOf(request.url)) {
      case ownOrigin:
        return isForGateway(pathname) ? answerWhileThere(request, gatewayWay) : answerWithFile(places.screens, pathname)
      case printOrigin:
        return answerWithPrintPage(pathname)
      default:
        return new Response(null, { status: 404 })
    }
  })
}

async function answerWhileThere(request: Request, gatewayWay: () => Promise<GatewayWay | null>): Promise<Response> {
  // Before anything is waited for: the page that asks is the one that is there now.
  const signal = pageSignal()
  return answerFromGateway(request, await gatewayWay(), signal)
}
