import { Marked, type Token, type Tokens } from 'marked'
import { type DocsPage, escapeHtml, type Passage, type SearchHit } from './docs-page.ts'

export const pageNameOf = (file: string): string => file.replace(/\.md$/, '').toLowerCase()

/** Made as on GitHub, so that links work in both places. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** @param pages the names of served pages: links to other files are not followed here */
export function docsPageOf(file: string, markdown: string, pages: ReadonlySet<string>): DocsPage {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const to = hrefOf(href, pages)
        return to === null ? inner : `<a href="${escapeHtml(to)}">${inner}</a>`
      },
      // Pictures are not served, and no text becomes markup.
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    },
  })
  const sections = sectionsOf(marked.lexer(markdown))
  const passages = sections.flatMap(passageOf)
  const html = sections.map((section) => htmlOf(section, (tokens) => marked.parser(tokens))).join('')
  return {
    name: pageNameOf(file),
    title: passages[0]?.heading ?? file,
    html: html.replace('<details', '<details open'),
    passages,
  }
}

function sectionsOf(tokens: readonly Token[]): readonly Token[][] {
  const sections: Token[][] = [[]]
  for (const token of tokens) {
    if (token.type === 'heading') sections.push([])
    sections.at(-1)?.push(token)
  }
  return sections
}

function passageOf([heading, ...rest]: readonly Token[]): readonly Passage[] {
  if (heading?.type !== 'heading') return []
  const { text, depth } = heading as Tokens.Heading
  return [{ heading: text.replaceAll('`', ''), depth, slug: slugOf(text), text: rest.map(({ raw }) => raw).join('') }]
}

const isProgram = ({ type, raw }: Token) => type === 'code' && /^```(python|php|java|js|csharp|http)\b/.test(raw)

/** Programs under a heading of their own are shown one language at a time. */
function htmlOf(section: readonly Token[], parse: (tokens: Token[]) => string): string {
  const [passage] = passageOf(section)
  const rest = section.slice(1)
  if (passage?.depth !== 3 || !rest.some(isProgram)) return parse([...section])
  return `<details name="language"><summary id="${passage.slug}">${escapeHtml(passage.heading)}</summary>${parse(rest)}</details>`
}

function hrefOf(href: string, pages: ReadonlySet<string>): string | null {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', place] = href.split('#')
  const name = pageNameOf(path.split('/').at(-1) ?? '')
  return path.endsWith('.md') && pages.has(name) ? `/docs/read/${name}${place === undefined ? '' : `#${place}`}` : null
}

const mostFound = 50

/** Passages with every word; those with a word in their heading come first. */
export function passagesWith(documents: readonly DocsPage[], asked: string): readonly SearchHit[] {
  const words = asked.toLowerCase().split(/\s+/)
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const isNamed = ({ heading }: Passage) => words.some((word) => heading.toLowerCase().includes(word))
  return documents
    .flatMap((document) =>
      document.passages
        .filter(({ heading, text }) => has(`${heading} ${text}`))
        .map((passage) => ({ ...passage, document })),
    )
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
    .slice(0, mostFound)
}
