import fc from 'fast-check'

// Made once: fast-check reads the whole of Unicode for each of these that it makes.
export const graphemes = fc.string({ unit: 'grapheme' })
export const someGraphemes = fc.string({ unit: 'grapheme', minLength: 1 })
export const anyCharacters = fc.string({ unit: 'binary' })
