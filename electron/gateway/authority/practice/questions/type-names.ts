/** As the authority shows them. */
const typeNames: Readonly<Record<string, string>> = {
  '01': 'Invoice',
  '02': 'Credit Note',
  '03': 'Debit Note',
  '04': 'Refund Note',
  '11': 'Self-billed Invoice',
  '12': 'Self-billed Credit Note',
  '13': 'Self-billed Debit Note',
  '14': 'Self-billed Refund Note',
}

export const typeCodes = Object.keys(typeNames).toSorted()

export const typeNameOf = (typeCode: string): string => typeNames[typeCode] ?? ''

/** On the wire it says `Version 1` where the pages say `1.0` (myinvois 2, E6). */
export const versionNameOf = (version: string): string => (version === '1.0' ? 'Version 1' : `Version ${version}`)
