import fc from 'fast-check'

// Made only once, because fast-check reads all of Unicode for each of them.
export const graphemes = fc.string({ unit: 'grapheme' })
export const someGraphemes = fc.string({ unit: 'grapheme', minLength: 1 })
export const anyCharacters = fc.string({ unit: 'binary' })
