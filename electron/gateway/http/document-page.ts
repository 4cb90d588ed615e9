import type { ReadingWords } from '../../../shared/words/reading.ts'
import type { Language } from '../../../shared/words/words.ts'

/** A text of docs/, as a page and as what can be looked for in it. */
export interface Document {
  /** In its address. */
  readonly name: string
  readonly title: string
  readonly html: string
  readonly passages: readonly Passage[]
}

export interface Passage {
  readonly heading: string
  readonly slug: string
  readonly text: string
}

export interface Found extends Passage {
  readonly document: Pick<Document, 'name' | 'title'>
}

export interface Shown {
  readonly title: string
  readonly main: string
  /** What was looked for; empty where nothing was. */
  readonly asked: string
  readonly language: Language
  readonly words: ReadingWords
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const pageHtml = ({ title, main, asked, language, words }: Shown): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Resit</title><link rel="stylesheet" href="/docs/read/style.css"></head>
<body><nav><a href="/docs/read">${words.title}</a> <a href="/docs">${words.reference}</a>
<form action="/docs/read" role="search"><input type="search" name="q" value="${escaped(asked)}" aria-label="${words.search}" placeholder="${words.search}"><button>${words.search}</button></form></nav>
<main lang="en">${main}</main></body></html>
`

export const listHtml = (documents: readonly Document[]): string =>
  `<ul>${documents.map(({ name, title }) => `<li><a href="/docs/read/${name}">${escaped(title)}</a></li>`).join('')}</ul>`

export const foundHtml = (found: readonly Found[], words: ReadingWords): string =>
  found.length === 0
    ? `<p>${words.nothing}</p>`
    : `<ul>${found
        .map(
          ({ document, heading, slug, text }) =>
            `<li><a href="/docs/read/${document.name}#${slug}">${escaped(document.title)} › ${escaped(heading)}</a><p>${escaped(beginningOf(text))}</p></li>`,
        )
        .join('')}</ul>`

const beginningOf = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > 200 ? `${plain.slice(0, 200)} …` : plain
}

export const documentStyle = `body{font:16px/1.6 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:0 1rem 4rem;color-scheme:light dark}
nav{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;padding:1rem 0;border-bottom:1px solid}
form{margin-left:auto}input,button{font:inherit;padding:.25rem .5rem}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid;padding:.25rem .6rem;text-align:left;vertical-align:top}
pre{overflow-x:auto;padding:1rem;border:1px solid}code{font-family:ui-monospace,monospace;font-size:.9em}
`
