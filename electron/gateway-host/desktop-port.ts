import type { FromGateway, ToGateway } from './messages.ts'

/** Of a utility process: the way to the main process that started it. Its types are Electron's, which a host may not know. */
interface ParentPort {
  readonly on: (event: 'message', heard: (event: { readonly data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}

export interface DesktopPort {
  readonly tell: (news: FromGateway) => void
  readonly listen: (heard: (order: ToGateway) => void) => void
}

/** @throws Error where this process was not started by the desktop */
export function desktopPort(): DesktopPort {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort }
  if (!parentPort) throw new Error('the desktop starts this; without a desktop run electron/headless/main.ts')
  return {
    tell: (news) => parentPort.postMessage(news),
    listen(heard) {
      parentPort.on('message', ({ data }) => heard(data as ToGateway))
    },
  }
}
