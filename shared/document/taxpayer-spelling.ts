/**
 * The numbers that name a taxpayer, in the one spelling that the authority knows: cards show an identity number with
 * dashes, and people type letters in any case.
 */
export const plainTin = (tin: string): string => tin.toUpperCase()

/** @param idType in capitals */
export const plainIdNumber = (idType: string, idNumber: string): string =>
  idType === 'NRIC' ? idNumber.replaceAll(/[- ]/g, '') : idNumber
