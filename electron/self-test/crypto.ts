import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import { openCertificate } from '../gateway/authority/myinvois/sign/certificate.ts'
import { issueCertificate, makePracticeCa } from '../gateway/authority/myinvois/sign/practice-ca.ts'

const text = Buffer.from('A sale that somebody signs')

/** Electron's crypto is BoringSSL and not the OpenSSL that everything else was tried with. */
export async function signsAndOpens(): Promise<object> {
  const request = { tin: 'C20830570210', brn: '202001234567', name: 'Kedai Kopi Contoh Sdn. Bhd.' }
  const now = Date.now()
  const { pkcs12, password, certificatePem, privateKeyPem } = await issueCertificate(
    await makePracticeCa(now),
    request,
    now,
  )
  const opened = await openCertificate(pkcs12, password)
  if (typeof opened === 'string') throw new Error(`the certificate was not opened: ${opened}`)
  if ((await openCertificate(pkcs12, 'not the password')) === opened)
    throw new Error('any password opens the certificate')
  const certificate = new X509Certificate(certificatePem)
  holds('RSA with SHA-256', sign('sha256', text, createPrivateKey(privateKeyPem)), (signature) =>
    verify('sha256', text, certificate.publicKey, signature),
  )
  const release = generateKeyPairSync('ed25519')
  const der = release.publicKey.export({ format: 'der', type: 'spki' })
  holds('Ed25519', sign(null, text, release.privateKey), (signature) =>
    verify(null, text, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature),
  )
  return { openssl: process.versions.openssl, sha512: createHash('sha512').update(text).digest('hex').slice(0, 16) }
}

function holds(kind: string, signature: Buffer, isGood: (signature: Buffer) => boolean): void {
  if (!isGood(signature)) throw new Error(`${kind}: a good signature does not hold`)
  const spoiled = Buffer.from(signature)
  spoiled.writeUInt8(spoiled.readUInt8(0) ^ 1, 0)
  if (isGood(spoiled)) throw new Error(`${kind}: a spoiled signature holds`)
}
