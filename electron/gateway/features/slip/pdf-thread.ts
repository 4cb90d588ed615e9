import { parentPort, workerData } from 'node:worker_threads'
import pdfmake, { type Content, type createPdf, type TableCell } from 'pdfmake'
import { XmlDocument, XmlElement, XmlTextNode } from 'xmldoc'
import type { PageToDraw } from './pdf.ts'

/** Draws the page of a slip (`slip-page.ts`) as a PDF. It knows the few elements that are in such a page. */
const { html, shop, font } = workerData as PageToDraw

const childrenOf = (element: XmlElement): readonly XmlElement[] =>
  element.children.filter((child) => child instanceof XmlElement)

const textOf = (element: XmlElement): string =>
  element.children
    .map((child) => (child instanceof XmlElement ? textOf(child) : child instanceof XmlTextNode ? child.text : ''))
    .join('')
    .trim()

const right = (text: string): TableCell => ({ text, alignment: 'right' })

const pairs = (body: TableCell[][], widths: [string, string]): Content[] =>
  body.length === 0 ? [] : [{ table: { widths, body }, layout: 'noBorders' }]

function blocksOf(element: XmlElement): Content[] {
  const { name, attr } = element
  switch (name) {
    case 'h1':
      return [{ text: textOf(element), fontSize: 16, margin: [0, 4] }]
    case 'h2':
      return [{ text: textOf(element), fontSize: 11, margin: [0, 10, 0, 2] }]
    case 'p':
      return [paragraph(textOf(element), attr['class'])]
    case 'dl': {
      const cells = childrenOf(element).map(textOf)
      const body = cells.flatMap((term, at) => (at % 2 === 0 ? [[term, right(cells[at + 1] ?? '')]] : []))
      return pairs(body, ['auto', '*'])
    }
    case 'table':
      return pairs(childrenOf(element).map(cellsOf), ['*', 'auto'])
    case 'div':
      return attr['class'] === 'code'
        ? childrenOf(element).map((svg) => ({ svg: svg.toString(), width: 110, alignment: 'center' }))
        : [{ columns: childrenOf(element).map((part) => ({ stack: stackOf(part) })), columnGap: 24 }]
    default:
      return stackOf(element)
  }
}

const stackOf = (element: XmlElement): Content[] => childrenOf(element).flatMap(blocksOf)

function cellsOf(line: XmlElement): TableCell[] {
  const [name, amount] = childrenOf(line)
  const first = name ? textOf(name) : ''
  return amount ? [first, right(textOf(amount))] : [{ text: first, colSpan: 2, margin: [0, 3, 0, 0] }, '']
}

function paragraph(text: string, kind: string | undefined): Content {
  if (kind === 'link') return { text, link: text, alignment: 'center', fontSize: 8, wordBreak: 'break-all' }
  if (kind === undefined) return { text, fontSize: 11 }
  const fontSize = kind === 'status' ? 20 : 9
  return { table: { widths: ['*'], body: [[{ text, alignment: 'center', fontSize }]] }, margin: [0, 0, 0, 6] }
}

const body = new XmlDocument(html.slice(html.indexOf('<body>'), html.indexOf('</body>') + '</body>'.length))
const logo = body.childNamed('img')?.attr['src']
const definition: Parameters<typeof createPdf>[0] = {
  pageSize: 'A4',
  pageMargins: [45, 40, 45, 40],
  info: { title: shop },
  content: [
    {
      columns: [
        ...(logo ? [{ width: 'auto', stack: [{ image: logo, fit: [120, 48] as [number, number] }] }] : []),
        { text: shop, fontSize: 18 },
      ],
      columnGap: 12,
    },
    ...stackOf(body),
  ],
  footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', fontSize: 8 }),
  defaultStyle: { font: 'Noto', fontSize: 9 },
}

const library = pdfmake as typeof pdfmake & {
  readonly virtualfs: { writeFileSync(name: string, content: Uint8Array): void }
}
library.virtualfs.writeFileSync('noto.ttf', Buffer.from(font.buffer, font.byteOffset, font.byteLength))
library.setFonts({ Noto: { normal: 'noto.ttf' } })
library.setUrlAccessPolicy(() => false)
library.setLocalAccessPolicy(() => false)
// A thread of the desktop is CommonJS, which cannot wait here.
void pdfmake
  .createPdf(definition)
  .getBuffer()
  .then((pdf) => parentPort?.postMessage(pdf))
