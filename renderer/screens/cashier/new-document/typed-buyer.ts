import { isTin, normalizeIdNumber, normalizeTin } from '../../../../shared/document/party.ts'
import type { PartyFields } from './values.ts'

/** It begins with a birthday. The number of a company begins with a year: 19… or 20…. */
const identityCard = /^(?!19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{6}$/

export const isIdentityCard = (number: string): boolean => identityCard.test(normalizeIdNumber('NRIC', number))

/** The number of a company has 12 digits. Old numbers, and those of other bodies, have letters (myinvois 9). */
export const isPartOfBrn = ({ ID_TYPE, ID_NUMBER }: Pick<PartyFields, 'ID_TYPE' | 'ID_NUMBER'>): boolean =>
  ID_TYPE === 'BRN' && /^(?!\d{12}$)\d+$/.test(normalizeIdNumber('BRN', ID_NUMBER.trim()))

/** @returns what was typed to find a buyer, in the field where it belongs */
export function partyFromTyped(text: string): Partial<PartyFields> {
  if (isTin(normalizeTin(text))) return { TIN: normalizeTin(text) }
  if (isIdentityCard(text) || /^\d{12}$/.test(text)) return { ID_NUMBER: text }
  return /^\+?[\d -]{8,}$/.test(text) ? { PHONE: text } : { NAME: text }
}
