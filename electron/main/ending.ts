import { app, dialog, powerMonitor } from 'electron'
import { desktopWords } from '../../shared/words/desktop.ts'
import type { Language } from '../../shared/words/words.ts'
import { exitCodeOf, exitCodes, explain } from '../headless/exit-code.ts'
import type { Gateway, Refusal } from './gateway/gateway.ts'
import type { Logs } from './log.ts'

/**
 * However the program ends, the gateway is closed first: what it is sending is finished, or in doubt at the next start.
 * Nothing rests on that: Windows ends programs without a word when it shuts down.
 * @returns begin, which closes the gateway: when it resolves, nothing holds the program any more
 */
export function endCleanly(gateway: Gateway, { log }: Logs) {
  let begun: Promise<void> | null = null
  let isOver = false
  const begin = () =>
    (begun ??= gateway.stop().then(() => {
      isOver = true
    }))
  const stop = (event?: { preventDefault(): void }) => {
    if (isOver) return
    event?.preventDefault()
    if (begun !== null) return
    log.info('the program ends')
    void begin().then(() => app.quit())
  }
  app.on('before-quit', stop)
  // Closed windows end nothing: the gateway works for the tills.
  app.on('window-all-closed', () => undefined)
  // The computer waits for us on Linux and macOS; Windows tells the window instead, and ends it a little later.
  powerMonitor.on('shutdown', stop)
  app.on('browser-window-created', (_event, window) => {
    window.on('query-session-end', () => stop())
    window.on('session-end', () => stop())
  })
  process.on('SIGTERM', () => app.quit())
  process.on('SIGINT', () => app.quit())
  return { hasBegun: () => begun !== null, begin }
}

/**
 * When this one has ended, the program starts again with what it was started with: an AppImage by its file, for the
 * folder it was mounted at is gone by then.
 */
export function startAgain(): void {
  const { APPIMAGE } = process.env
  app.relaunch({ args: process.argv.slice(1), ...(APPIMAGE !== undefined && { execPath: APPIMAGE }) })
  app.quit()
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
