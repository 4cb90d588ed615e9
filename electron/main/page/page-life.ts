import type { WebContents } from 'electron'

/** Of the page that is there now; one that leaves has its own until the next one has taken its place. */
let present = new AbortController()
let leaving: AbortController[] = []

/** Aborted when the page that asks now is gone: Electron never says so to whoever answers `app://`. */
export const pageSignal = (): AbortSignal => present.signal

/**
 * Ends what a page waits for when it is gone. What is asked once the way to the next page has begun may be either's, and
 * ends with the next; a way that leads nowhere leaves the page, and what it waits for.
 * @param contents of the one window whose page asks
 */
export function followPage(contents: WebContents): void {
  const end = () => {
    for (const each of leaving) each.abort()
    leaving = []
  }
  const leave = () => {
    leaving.push(present)
    present = new AbortController()
  }
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) leave()
  })
  contents.on('did-navigate', end)
  for (const event of ['render-process-gone', 'destroyed'] as const)
    contents.on(event as 'destroyed', () => {
      leave()
      end()
    })
}
