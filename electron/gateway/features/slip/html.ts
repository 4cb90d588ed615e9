/** Text that is HTML already; anything else put into a page is escaped. */
export interface Html {
  readonly html: string
}

type Piece = string | Html | readonly Html[] | null

/** A piece of a page. What is not HTML itself becomes text, whoever wrote it; null becomes nothing. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: parts.reduce((text, part, at) => text + written(pieces[at - 1] ?? null) + part) }
}

/** For what makes HTML itself, like the drawing of a code. */
export const asHtml = (text: string): Html => ({ html: text })

function written(piece: Piece): string {
  if (piece === null) return ''
  if (typeof piece === 'string') return escaped(piece)
  return 'html' in piece ? piece.html : piece.map((each) => each.html).join('')
}

const escaped = (text: string): string => text.replaceAll(/[&<>"'`=]/g, (character) => `&#${character.charCodeAt(0)};`)
