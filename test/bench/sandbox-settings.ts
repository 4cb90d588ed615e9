import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../support/sandbox.ts'

/** The settings of a gateway that sends signed documents to the sandbox. Writes the certificate into the folder. */
export function sandboxSettings({ url, clientId, clientSecret, certificate }: Sandbox, folder: string) {
  const file = join(folder, 'company.p12')
  writeFileSync(file, Buffer.from(certificate.pkcs12, 'base64'), { mode: 0o600 })
  return {
    RESIT_AUTHORITY: 'myinvois',
    RESIT_MYINVOIS_API_URL: url,
    RESIT_MYINVOIS_IDENTITY_URL: url,
    RESIT_MYINVOIS_CLIENT_ID: clientId,
    RESIT_MYINVOIS_CLIENT_SECRET: clientSecret,
    RESIT_MYINVOIS_DOCUMENT_VERSION: '1.1',
    RESIT_MYINVOIS_CERTIFICATE: file,
    RESIT_MYINVOIS_CERTIFICATE_PASSWORD: certificate.password,
  }
}
