import { type Family, families, type Kind, kinds } from '../../../../shared/domain/record.ts'

/** Beside a document: what became of it. */
export const answerOf = (document: string): string => `${document}.answer.json`
export const refusalOf = (document: string): string => `${document}.refused.json`

/** Where a document goes when it has been taken in: its name tells how far it is, also after a crash. */
const taken = { open: '.accepted', done: '.done', refused: '.refused' } as const
export type Taken = keyof typeof taken
export const takenName = (document: string, how: Taken): string => `${document}${taken[how]}`

/** Our own answers, and what editors and copying programs write until they are done. */
const notForUs = /^[.~]|\.(answer|refused)\.json$/i

export const isDocument = (name: string): boolean => /\.(json|csv)$/i.test(name) && !notForUs.test(name)

/** The document whose last word is still awaited; null where the name says something else. */
export const openDocumentIn = (name: string): string | null => {
  const document = name.endsWith(taken.open) ? name.slice(0, -taken.open.length) : null
  return document !== null && isDocument(document) ? document : null
}

export const isCsv = (document: string): boolean => /\.csv$/i.test(document)

/** `R-1.credit_note.json`, `R-1.self_billed.invoice.csv`; a sale's invoice where the name says nothing. */
export function cellOf(document: string): { readonly family: Family; readonly kind: Kind } {
  const words = document.toLowerCase().split('.').slice(1, -1)
  const kind = kinds.find((each) => words.includes(each)) ?? 'invoice'
  const family = families.find((each) => each !== 'sale' && words.includes(each)) ?? 'sale'
  return { family, kind }
}
