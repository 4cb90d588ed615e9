import type { Instant } from '../domain/record.ts'

/** The programme of voluntary disclosure ends with 2027 in Malaysia (myinvois 13). */
const disclosureEnd: Instant = Date.UTC(2027, 11, 31, 16)

/** Whether documents of what was not declared in time may still go as voluntary disclosure. */
export const isDisclosureOpen = (at: Instant): boolean => at < disclosureEnd
