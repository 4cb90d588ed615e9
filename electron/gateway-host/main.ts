import { enableCompileCache } from 'node:module'
import { keepNewSpaceSmall } from '../headless/v8-flags.ts'
import type { DesktopPort, ToGateway } from './messages.ts'

// The compile cache of earlier starts halves the work of a start, for which tills wait after a crash. Set before the
// gateway is loaded, and for its threads too.
const compiled = process.env['RESIT_COMPILED']
if (compiled !== undefined) {
  enableCompileCache(compiled)
  process.env['NODE_COMPILE_CACHE'] = compiled
}
keepNewSpaceSmall()
const desktop = desktopPort()
const [{ run }, { exitCodeOf, failureSentence, isHistoryLost }] = await Promise.all([
  import('./run.ts'),
  import('../headless/exit-code.ts'),
])

run(desktop, process.argv.slice(2)).catch((cause: unknown) => {
  const code = exitCodeOf(cause)
  desktop.tell({ kind: 'refused', code, sentence: failureSentence(cause), isLost: isHistoryLost(cause) })
  // The message needs time to reach the parent process.
  setTimeout(() => process.exit(code), 50)
})

/** The channel to the main process. Its types are Electron's, which a host may not import. */
interface ParentPort {
  readonly on: (event: 'message', heard: (event: { readonly data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}

/** @throws Error if the desktop did not start this process */
function desktopPort(): DesktopPort {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort }
  if (!parentPort) throw new Error('the desktop starts this; without a desktop run electron/headless/main.ts')
  return {
    tell: (news) => parentPort.postMessage(news),
    listen: (heard) => parentPort.on('message', ({ data }) => heard(data as ToGateway)),
  }
}
