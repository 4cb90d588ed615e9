export type CertificateFault = 'wrong_password' | 'no_key' | 'not_a_certificate' | 'key_does_not_match' | 'unsupported'

/**
 * What was given cannot sign documents. `unsupported`: a file protected in a way that cannot be opened here, or a key
 * that is not RSA.
 */
export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate'
  readonly code: CertificateFault

  constructor(code: CertificateFault, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
