/** General TINs: they name a kind of party, nobody in particular (myinvois 6.7). */
export const generalTins = {
  generalPublic: 'EI00000000010',
  foreignBuyer: 'EI00000000020',
  foreignSupplier: 'EI00000000030',
  government: 'EI00000000040',
} as const

export const isGeneralTin = (tin: string): boolean => tin.startsWith('EI')

/**
 * Prefix and digits, 14 characters at most (myinvois 9). Real numbers of companies end in 0; since the authority's
 * own examples do not always, that is not refused.
 */
export const isTin = (tin: string): boolean => tin.length <= 14 && /^[A-Z]{1,2}\d{3,13}$/.test(tin)
