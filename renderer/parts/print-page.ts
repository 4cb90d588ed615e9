/**
 * Prints a whole page of its own, such as a slip: in a frame without scripts, which is gone afterwards.
 * @param html a complete document of the gateway's making
 */
export function printPage(html: string): void {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.className = 'only-spoken'
  frame.title = 'print'
  frame.srcdoc = html
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
    frame.contentWindow?.print()
  })
  document.body.append(frame)
}
