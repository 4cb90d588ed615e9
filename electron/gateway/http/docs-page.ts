import type { DocsPageWords } from '../../../shared/words/reading.ts'
import type { Language } from '../../../shared/words/words.ts'

/** A text of docs/, for its page and for the search. */
export interface DocsPage {
  readonly name: string
  readonly title: string
  readonly html: string
  readonly passages: readonly Passage[]
}

export interface Passage {
  readonly heading: string
  /** 1 for the title of the page. */
  readonly depth: number
  readonly slug: string
  readonly text: string
}

export interface SearchHit extends Passage {
  readonly document: Pick<DocsPage, 'name' | 'title'>
}

export interface DocsPageParts {
  readonly title: string
  readonly main: string
  readonly asked: string
  readonly documents: readonly DocsPage[]
  readonly language: Language
  readonly words: DocsPageWords
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const pageHtml = ({ title, main, asked, documents, language, words }: DocsPageParts): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Resit</title><link rel="stylesheet" href="/docs/read/style.css"><script src="/docs/read/copy.js" defer></script></head>
<body data-copy="${words.copy}"><nav><a href="/docs/read">${words.title}</a> <a href="/docs">${words.reference}</a>
<form action="/docs/read" role="search"><input type="search" name="q" value="${escapeHtml(asked)}" aria-label="${words.search}" placeholder="${words.search}"><button>${words.search}</button></form></nav>
<div><aside lang="en">${listHtml(documents, title)}</aside>
<main lang="en">${main}</main></div></body></html>
`

/** @param shown the title of the current page: its chapters are listed, too */
export const listHtml = (documents: readonly DocsPage[], shown = ''): string =>
  `<ul>${documents.map(({ name, title, passages }) => `<li><a href="/docs/read/${name}">${escapeHtml(title)}</a>${title === shown ? chaptersHtml(name, passages) : ''}</li>`).join('')}</ul>`

const chaptersHtml = (name: string, passages: readonly Passage[]): string =>
  `<ul>${passages
    .filter(({ depth }) => depth === 2)
    .map(({ slug, heading }) => `<li><a href="/docs/read/${name}#${slug}">${escapeHtml(heading)}</a></li>`)
    .join('')}</ul>`

export const hitsHtml = (found: readonly SearchHit[], words: DocsPageWords): string =>
  found.length === 0
    ? `<p>${words.nothing}</p>`
    : `<ul>${found
        .map(
          ({ document, heading, slug, text }) =>
            `<li><a href="/docs/read/${document.name}#${slug}">${escapeHtml(document.title)} › ${escapeHtml(heading)}</a><p>${escapeHtml(beginningOf(text))}</p></li>`,
        )
        .join('')}</ul>`

const beginningOf = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > 200 ? `${plain.slice(0, 200)} …` : plain
}

/** Copying needs a page of this computer, or TLS. */
export const copyScript = `for (const code of document.querySelectorAll('pre')) {
  const onclick = () => navigator.clipboard.writeText(code.textContent)
  code.before(Object.assign(document.createElement('button'), { textContent: document.body.dataset.copy, onclick }))
}
`

export const docsStyle = `body{font:16px/1.6 system-ui,sans-serif;margin:0 auto;max-width:80rem;padding:0 1rem 4rem;color-scheme:light dark}
body>div{display:flex;flex-wrap:wrap-reverse;gap:2rem}aside{flex:1 0 14rem;font-size:.9em}aside ul{padding-left:1rem}main{flex:3 1 40rem;min-width:0}summary{font-weight:bold;cursor:pointer}
nav{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;padding:1rem 0;border-bottom:1px solid}
form{margin-left:auto}main button{float:right}input,button{font:inherit;padding:.25rem .5rem}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid;padding:.25rem .6rem;text-align:left;vertical-align:top}
pre{overflow-x:auto;padding:1rem;border:1px solid}code{font-family:ui-monospace,monospace;font-size:.9em}
`
