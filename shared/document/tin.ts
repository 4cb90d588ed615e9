/** General TINs: they name a kind of party, nobody in particular (myinvois 6.7). */
export const generalTins = {
  generalPublic: 'EI00000000010',
  foreignBuyer: 'EI00000000020',
  foreignSupplier: 'EI00000000030',
  government: 'EI00000000040',
} as const

export const isGeneralTin = (tin: string): boolean => tin.startsWith('EI')

const ownTin = /^(IG|C|CS|D|F|FA|PT|TA|TC|TN|TR|TP|J|LE)\d+$/
const generals: readonly string[] = Object.values(generalTins)

/**
 * A known prefix and digits, 14 characters at most, or one of the general ones (myinvois 6.7, 9). Real numbers of
 * companies end in 0; since the authority's own examples do not always, that is not refused.
 */
export const isTin = (tin: string): boolean => tinFault(tin) === null

/** The authority leaves zeros out after the letters, but for a person's (myinvois 9). */
const withLeadingZero = /^(?!IG)[A-Z]+0/

export function tinFault(tin: string): 'bad_tin' | 'tin_leading_zero' | null {
  if (generals.includes(tin)) return null
  if (!ownTin.test(tin)) return 'bad_tin'
  if (withLeadingZero.test(tin)) return 'tin_leading_zero'
  return tin.length <= 14 ? null : 'bad_tin'
}

/**
 * The numbers that name a taxpayer, in the one spelling that the authority knows: cards show an identity number with
 * dashes, and people type letters in any case.
 */
export const plainTin = (tin: string): string => tin.toUpperCase()

/** @param idType in capitals */
export const plainIdNumber = (idType: string, idNumber: string): string =>
  idType === 'NRIC' ? idNumber.replaceAll(/[- ]/g, '') : idNumber
