/**
 * Whether a number in a JSON text is in scientific notation, refused since 30 April 2026 (myinvois 6.1). Of the parsed
 * document nobody can tell any more.
 */
export const hasScientificNumber = (json: string): boolean =>
  /\d[eE][+-]?\d/.test(json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
