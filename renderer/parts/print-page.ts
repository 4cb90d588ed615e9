/**
 * Prints a whole page of its own, such as a slip: in a frame without scripts, which is gone afterwards.
 * @param html a complete document of the gateway's making
 */
export function printPage(html: string): void {
  const { text, style } = apart(html)
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.className = 'only-spoken'
  frame.title = 'print'
  frame.srcdoc = text
  frame.addEventListener('load', () => {
    const view = frame.contentDocument?.defaultView
    if (!view) return
    dress(view, style)
    view.addEventListener('afterprint', () => frame.remove())
    view.print()
  })
  document.body.append(frame)
}

/**
 * A frame inherits the policy of the screens, which hears no style that is written in a page. Taken apart as text: even
 * a parser that shows nothing would read the style, and complain. No field can hold a tag, the gateway escapes them.
 */
function apart(html: string): { readonly text: string; readonly style: string } {
  const [before = '', style = '', after = ''] = html.split(/<\/?style>/)
  return { text: before + after, style }
}

/** A sheet that a script makes is no style written in the page; it must be made by the view that wears it. */
function dress(view: Window & typeof globalThis, style: string): void {
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(style)
  view.document.adoptedStyleSheets.push(sheet)
}
