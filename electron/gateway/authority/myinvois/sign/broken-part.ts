/**
 * What of a signature can be broken, and the authority's code for it (myinvois 4). The community's table has none
 * for a certificate that cannot be read or a wrong X509SubjectName: both go under its failure to parse.
 */
export const brokenParts = {
  structure: 'DS300',
  signature_missing: 'DS301',
  signature_count: 'DS302',
  certificate: 'DS300',
  certificate_digest: 'DS318',
  issuer_name: 'DS326',
  serial_number: 'DS328',
  subject_name: 'DS300',
  properties_digest: 'DS320',
  document_digest: 'DS322',
  signature_value: 'DS333',
  signing_time: 'DS304',
} as const
export type BrokenPart = keyof typeof brokenParts
