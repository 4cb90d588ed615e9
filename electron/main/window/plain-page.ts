import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { sayIn } from '../../../shared/words/engine.ts'
import { addressOf, ownOrigin } from '../page/web-preferences.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * What is known, for a window whose screens do not appear: without scripts and files, so that little can keep it from
 * being painted.
 * @param port of the gateway; null while it does not answer
 * @returns its address
 */
export function plainPage({ language, gateway }: DesktopState, port: number | null): string {
  const words = desktopWords[language]
  const count = String(gateway.restarts)
  const said = [
    gateway.sentence ?? sayIn(desktopWords, language, gateway.phase, { count }),
    ...(port === null ? [] : [sayIn(desktopWords, language, 'tills_at', { port: String(port) })]),
    words.no_screens_text,
  ]
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Resit</title>
<body style="font:18px/1.5 sans-serif;max-width:40em;margin:10vh auto;padding:0 1em;color:#000;background:#fff">
<h1>${escaped(words.no_screens)}</h1>${said.map((each) => `<p>${escaped(each)}</p>`).join('')}
<p><a href="${ownOrigin}/" style="color:#0b5394">${escaped(words.reload)}</a></p></body></html>`
  return addressOf(html)
}
