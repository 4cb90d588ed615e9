import type { Protocol } from 'electron'
import { answerWithPrintPage } from '../printing.ts'
import { answerFromGateway, type GatewayWay, isForGateway } from './gateway-way.ts'
import { answerWithFile } from './screen-files.ts'
import { originOf, ownOrigin, printOrigin } from './web-preferences.ts'

/** Before Electron is ready, or `app://` is a scheme without an origin, without fetch and without a secure context. */
export function registerScheme(protocol: Protocol): void {
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

export interface PageSources {
  /** Of the built screens. */
  readonly screensDir: string
  /** Resolves when the first start of the gateway has come to something: a page that is as early as it waits. */
  readonly gatewayWay: () => Promise<GatewayWay | null>
}

/** What is behind `app://`: the screens in the bundle, the gateway, a page that is being printed, and nothing else. */
export function servePages(protocol: Protocol, { screensDir, gatewayWay }: PageSources): void {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url)
    switch (originOf(request.url)) {
      case ownOrigin:
        return isForGateway(pathname)
          ? answerFromGateway(request, await gatewayWay())
          : answerWithFile(screensDir, pathname)
      case printOrigin:
        return answerWithPrintPage(pathname)
      default:
        return new Response(null, { status: 404 })
    }
  })
}
