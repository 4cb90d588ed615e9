import { app, dialog, powerMonitor } from 'electron'
import { desktopWords } from '../../shared/words/desktop.ts'
import type { Language } from '../../shared/words/words.ts'
import { exitCodeOf, exitCodes, explain } from '../headless/exit-code.ts'
import type { Gateway, Refusal } from './gateway/gateway.ts'
import { log } from './log.ts'

/** The gateway is closed first, which finishes what it sends. Nothing rests on that: Windows ends programs without a word. */
export function endCleanly(gateway: Gateway) {
  let begun: Promise<void> | null = null
  let isOver = false
  const close = async () => {
    log.info('the program ends')
    await gateway.stop()
    // The next version may be started before this one has ended, and would take it for the one to bring up.
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
  // Closed windows end nothing: the gateway works for the tills.
  app.on('window-all-closed', () => undefined)
  // Linux and macOS wait for the program. Windows tells the window instead, and ends it a little later.
  powerMonitor.on('shutdown', stop)
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', () => stop())
    window.on('session-end', () => stop())
  })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => app.quit())
  return {
    hasBegun: () => begun !== null,
    /** Closes the gateway. When it resolves, nothing holds the program any more. */
    begin,
    /**
     * Starts with the same arguments. An AppImage is started by its file, because the folder it was mounted at is gone
     * by then.
     */
    startAgain() {
      const { APPIMAGE } = process.env
      app.relaunch({ args: process.argv.slice(1), ...(APPIMAGE !== undefined && { execPath: APPIMAGE }) })
      app.quit()
    },
  }
}

/** The database is gone. @returns whether the person wants its copy in its place */
export function choosesCopy({ sentence }: Refusal, language: Language): boolean {
  const { cannot_start, put_copy_back, quit } = desktopWords[language]
  const buttons = [put_copy_back, quit]
  const asked = { type: 'warning', message: cannot_start, detail: sentence, buttons, cancelId: 1 } as const
  return dialog.showMessageBoxSync(asked) === 0
}

/** Says why the gateway cannot run here, to the person and on stderr, and ends with its exit code (contract 1). */
export function endRefused({ code, sentence }: Pick<Refusal, 'code' | 'sentence'>, language: Language): void {
  process.stderr.write(`${sentence}\n`)
  dialog.showErrorBox(desktopWords[language].cannot_start, sentence)
  app.exit(code)
}

/** If a start breaks off before a gateway could say why. A gateway that was started ends with this process. */
export function endUnforeseen(cause: unknown): void {
  const code = exitCodeOf(cause)
  if (code === exitCodes.failed && cause instanceof Error) process.stderr.write(`${cause.stack}\n`)
  endRefused({ code, sentence: explain(cause) }, 'en')
}
