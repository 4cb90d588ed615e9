import { isDeepStrictEqual } from 'node:util'

/** A document as it is given back: as it came, or the same in base64 (myinvois 2, E7). */
export function formsOf(text: string): readonly string[] {
  const isBase64 = /^[A-Za-z0-9+/\r\n]+={0,2}\s*$/.test(text)
  return isBase64 ? [text, Buffer.from(text, 'base64').toString('utf8')] : [text]
}

/**
 * Whether a document that was given back in another form than it was sent says the same: the same members with the same
 * values, lists in their order, numbers by their value. A signature in it is a value like any other.
 * @param sent null where what was sent cannot be had
 */
export function saysTheSame(there: string, sent: string | null): boolean {
  const ours = sent === null ? undefined : parsed(sent)
  if (ours === undefined) return false
  return formsOf(there).some((form) => {
    const theirs = parsed(form)
    return theirs !== undefined && isDeepStrictEqual(theirs, ours)
  })
}

/** Undefined where it is no JSON object. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
