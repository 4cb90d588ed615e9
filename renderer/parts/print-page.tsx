import { useGatewayInfo } from '../gateway/health.ts'
import { useCompaniesOfTills } from '../gateway/shifts.ts'
import { useWords } from '../words/language.ts'
import { reportWords } from '../words/report.ts'
import { Time } from './figures.tsx'

/**
 * Prints a whole page, such as a slip, in a frame without scripts. The frame is removed afterwards.
 * @param html a complete document from the gateway
 */
export function printHtml(html: string): void {
  const { text, style } = splitStyle(html)
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.className = 'only-spoken'
  frame.title = 'print'
  // Tab must not lead into it, if the browser never says that the printing has ended.
  frame.inert = true
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
 * Takes the style out of the page. The frame has the content security policy of the screens, which forbids styles in a
 * page. It is cut as text: even a parser that shows nothing would read the style and report a violation. The gateway
 * escapes all fields, so no field holds a tag.
 */
function splitStyle(html: string): { readonly text: string; readonly style: string } {
  const [before = '', style = '', after = ''] = html.split(/<\/?style>/)
  return { text: before + after, style }
}

/** The policy allows a style sheet made by a script. It must be made in the window that uses it. */
function dress(view: Window & typeof globalThis, style: string): void {
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(style)
  view.document.adoptedStyleSheets.push(sheet)
}

const paperStyle = `body{font:14px/1.4 sans-serif;margin:16mm}[hidden]{display:block}h1{font-size:20px;margin:0}h2{font-size:15px;margin:10px 0 -10px}ul{margin:4px 0}li>span:has(a),li>bdi+span:last-child{display:block}
table{width:100%;border-collapse:collapse;margin-top:16px}caption{text-align:left;font-weight:700;padding:4px 0}
td,th{padding:3px 6px;border-bottom:1px solid #bbb;text-align:left}[class*=number]{text-align:right;font-variant-numeric:tabular-nums}
tfoot th{border-top:2px solid #000}tr{break-inside:avoid}strong{display:block;border:2px solid #000;padding:4px}[data-screen-only]{display:none}`

/** One column for an 80 mm roll, of which 72 mm can be printed on. */
export const rollStyle =
  '@page{margin:4mm}body{font-size:12px;max-width:72mm;margin:0 auto;overflow-wrap:anywhere}td,th{padding:3px 2px}.figure{white-space:nowrap}'

interface Drawn {
  readonly title: string
  readonly language: string
  /** Replaces the style for A4. */
  readonly style?: string
}

/**
 * Prints a part of a screen. Elements that are `hidden` on the screen are printed; those with `data-screen-only` are
 * not.
 */
export const printElement = (drawn: HTMLElement | null, { title, language, style = '' }: Drawn): void =>
  printHtml(
    `<!doctype html><html lang="${language}"><head><title>${title}</title><style>${paperStyle}${style}</style></head><body>${drawn?.innerHTML}</body></html>`,
  )

interface PaperHeadProps {
  readonly title: string
  /** Below the title, such as the company, the outlet and the days. A company's code is written as its name. */
  readonly of: readonly string[]
  readonly madeAt: string
}

/** The head of a printed report, not shown on the screen: title, subject, time, and a warning if it is practice. */
export function PaperHead({ title, of, madeAt }: PaperHeadProps) {
  const say = useWords(reportWords)
  const mode = useGatewayInfo().data?.mode
  const { data: companies = [] } = useCompaniesOfTills()
  return (
    <header hidden>
      {(mode === 'practice' || mode === 'sandbox') && <strong>{say(mode)}</strong>}
      <h1>{title}</h1>
      <p>
        {of.map((part) => companies.find(({ code }) => code === part)?.name ?? part).join(' · ')}
        <br />
        {say('made')} <Time instant={madeAt} withDay />
      </p>
    </header>
  )
}
