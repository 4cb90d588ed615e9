import { app, dialog, powerMonitor } from 'electron'
import { desktopWords } from '../../shared/words/desktop.ts'
import type { Language } from '../../shared/words/words.ts'
import { exitCodeOf, exitCodes, failureSentence } from '../headless/exit-code.ts'
import type { GatewayRefusal, GatewayRunner } from './gateway/gateway.ts'
import { log } from './log.ts'

/** Closes the gateway first, which finishes what it sends. No promise depends on that: Windows ends programs without notice. */
export function installOrderlyQuit(gateway: GatewayRunner) {
  let begun: Promise<void> | null = null
  let isOver = false
  const close = async () => {
    log.info('the program ends')
    await gateway.stop()
    // The next version may start before this one has ended, and must not bring this one up.
    app.releaseSingleInstanceLock()
    isOver = true
  }
  const begin = () => (begun ??= close())
  const stop = (event?: { preventDefault(): void }) => {
    if (isOver) return
    event?.preventDefault()
    if (begun === null) void begin().then(() => app.quit())
  }
  app.on('before-quit', stop)
  // A closed window ends nothing: tills need the gateway.
  app.on('window-all-closed', () => undefined)
  // Linux and macOS wait for this program. Windows tells the window, and ends the program a little later.
  powerMonitor.on('shutdown', stop)
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', () => stop())
    window.on('session-end', () => stop())
  })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => app.quit())
  return {
    hasBegun: () => begun !== null,
    /** Closes the gateway. When this resolves, the program can end. */
    begin,
    /** With the same arguments. An AppImage is started by its file, because its mounted folder is gone then. */
    startAgain() {
      const { APPIMAGE } = process.env
      app.relaunch({ args: process.argv.slice(1), ...(APPIMAGE !== undefined && { execPath: APPIMAGE }) })
      app.quit()
    },
  }
}

/** Asks a person if the database is gone. @returns whether the copy replaces it */
export function confirmsRestoreFromCopy({ sentence }: GatewayRefusal, language: Language): boolean {
  const { cannot_start, put_copy_back, quit } = desktopWords[language]
  const buttons = [put_copy_back, quit]
  const asked = { type: 'warning', message: cannot_start, detail: sentence, buttons, cancelId: 1 } as const
  return dialog.showMessageBoxSync(asked) === 0
}

/** Tells the person and stderr why the gateway cannot run here, and ends with its exit code (contract 1). */
export function endWithRefusal(
  { code, sentence }: Pick<GatewayRefusal, 'code' | 'sentence'>,
  language: Language,
): void {
  process.stderr.write(`${sentence}\n`)
  dialog.showErrorBox(desktopWords[language].cannot_start, sentence)
  app.exit(code)
}

/** For a start that fails before a gateway could give a reason. A gateway that was started ends with this process. */
export function endAfterFailedStart(cause: unknown): void {
  const code = exitCodeOf(cause)
  if (code === exitCodes.failed && cause instanceof Error) process.stderr.write(`${cause.stack}\n`)
  endWithRefusal({ code, sentence: failureSentence(cause) }, 'en')
}
