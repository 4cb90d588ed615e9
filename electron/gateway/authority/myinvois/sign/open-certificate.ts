import { certificateFromPkcs12, type SigningCertificate } from './certificate.ts'
import { type CertificateFault, UnusableCertificate } from './unusable-certificate.ts'

/** A certificate with its key from a PKCS#12 file, or why it cannot sign documents. */
export async function openCertificate(
  pkcs12: Uint8Array,
  password: string,
): Promise<SigningCertificate | CertificateFault> {
  try {
    return await certificateFromPkcs12(pkcs12, password)
  } catch (cause) {
    if (cause instanceof UnusableCertificate) return cause.code
    throw cause
  }
}
