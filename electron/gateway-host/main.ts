import { enableCompileCache } from 'node:module'
import { desktopPort } from './desktop-port.ts'

// What Node made of the sources at earlier starts halves the work of a start, and tills wait for a start after a crash.
// Before the gateway is loaded, and for its thread too.
const compiled = process.env['RESIT_COMPILED']
if (compiled !== undefined) {
  enableCompileCache(compiled)
  process.env['NODE_COMPILE_CACHE'] = compiled
}
const desktop = desktopPort()
const [{ run }, { exitCodeOf, explain, isHistoryLost }] = await Promise.all([
  import('./run.ts'),
  import('../headless/exit-code.ts'),
])

run(desktop, process.argv.slice(2)).catch((cause: unknown) => {
  const code = exitCodeOf(cause)
  desktop.tell({ kind: 'refused', code, sentence: explain(cause), isLost: isHistoryLost(cause) })
  // The sentence goes first: the parent that waits for the end of this process has to know why.
  setTimeout(() => process.exit(code), 50)
})
