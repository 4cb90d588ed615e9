import { app, dialog, powerMonitor } from 'electron'
import { desktopWords } from '../../shared/words/desktop.ts'
import type { Language } from '../../shared/words/words.ts'
import type { Keeper } from './gateway/keeper.ts'
import type { Logs } from './log.ts'

export interface Ending {
  readonly hasBegun: () => boolean
}

/** Whoever ends the program, the gateway is closed first: what it is sending is finished, or in doubt at the next start. */
export function endCleanly(keeper: Keeper, { log }: Logs): Ending {
  let hasBegun = false
  let isOver = false
  const stop = (event?: { preventDefault(): void }) => {
    if (isOver) return
    event?.preventDefault()
    if (hasBegun) return
    hasBegun = true
    log.info('the program ends')
    void keeper.stop().then(() => {
      isOver = true
      app.quit()
    })
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
  return { hasBegun: () => hasBegun }
}

interface Refusal {
  readonly code: number
  readonly sentence: string
}

/** Says why the gateway cannot run here, to the person and on stderr, and ends with its exit code (contract 1). */
export function endRefused({ code, sentence }: Refusal, language: Language): void {
  process.stderr.write(`${sentence}\n`)
  dialog.showErrorBox(desktopWords[language].cannot_start, sentence)
  app.exit(code)
}
