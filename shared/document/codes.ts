/** The reference lists a document's codes come from (interface 4.1, myinvois 8). */
export const codeLists = [
  'classification',
  'currency',
  'payment_method',
  'tax_type',
  'unit',
  'state',
  'country',
  'msic',
] as const
export type CodeList = (typeof codeLists)[number]

/** Answers for one code of one list; obsolete codes stay known so that they can be named as such. */
export type CodeStanding = 'current' | 'obsolete' | 'unknown'
export type CodeBook = (list: CodeList, code: string) => CodeStanding
