import { exitCodeOf, explain } from '../headless/exit-code.ts'
import { desktopPort } from './desktop-port.ts'
import { run } from './run.ts'

const desktop = desktopPort()
run(desktop, process.argv.slice(2)).catch((cause: unknown) => {
  const code = exitCodeOf(cause)
  desktop.tell({ kind: 'refused', code, sentence: explain(cause) })
  // The sentence goes first: whoever waits for the end of this process has to know why.
  setTimeout(() => process.exit(code), 50)
})
