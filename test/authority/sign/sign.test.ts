import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { signDocument } from '../../../electron/gateway/authority/myinvois/sign/sign.ts'
import { verifySignature } from '../../../electron/gateway/authority/myinvois/sign/verify.ts'
import type { UnsignedDocument } from '../../../electron/gateway/authority/myinvois/ubl/document.ts'
import { anyCharacters, graphemes } from '../../support/any-text.ts'
import { isInFull } from '../../support/in-full.ts'
import { issued, noon, otherSigner, signer } from './certificates.ts'
import { flipped, partsIn, plainText, signedWith } from './texts.ts'

describe('signDocument', () => {
  const signed = signedWith(plainText, signer, noon + 999)

  test('keeps every byte of the document and puts the signature before the end of the Invoice', () => {
    const head = plainText.slice(0, -3)
    expect(signed.startsWith(`${head},"UBLExtensions":[{`)).toBe(true)
    expect(signed.endsWith('}]}')).toBe(true)
    expect(Object.keys(JSON.parse(signed).Invoice[0]).slice(-2)).toEqual(['UBLExtensions', 'Signature'])
  })

  test('says the digest of the bytes that are sent', () => {
    const { bytes, sha256 } = signDocument(plainText as UnsignedDocument, signer, noon)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('is one of its own for each certificate and each time', () => {
    expect(verifySignature(signedWith(plainText, otherSigner, noon))).toMatchObject({ ok: true, signingTime: noon })
    expect(verifySignature(signedWith(plainText, signer, noon + 1000))).toMatchObject({ signingTime: noon + 1000 })
    expect(partsIn(signedWith(plainText, otherSigner, noon)).certificate).not.toBe(partsIn(signed).certificate)
  })

  test('says what the guideline asks for, recomputed here step by step', () => {
    const extension = JSON.parse(signed).Invoice[0].UBLExtensions[0].UBLExtension[0]
    const [signature] = extension.ExtensionContent[0].UBLDocumentSignatures[0].SignatureInformation[0].Signature
    const [properties] = signature.Object[0].QualifyingProperties
    const [{ SigningTime, SigningCertificate }] = properties.SignedProperties[0].SignedSignatureProperties
    const [{ CertDigest, IssuerSerial }] = SigningCertificate[0].Cert
    const [ofProperties, ofDocument] = signature.SignedInfo[0].Reference
    const certificate = new X509Certificate(issued.certificatePem)
    const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64')
    expect(SigningTime[0]._).toBe('2026-11-21T12:00:00Z')
    expect(CertDigest[0].DigestValue[0]._).toBe(sha256(certificate.raw))
    expect(IssuerSerial[0].X509IssuerName[0]._).toBe('CN=Resit Practice CA, O=Resit Practice, C=MY')
    expect(IssuerSerial[0].X509SerialNumber[0]._).toBe(BigInt(`0x${certificate.serialNumber}`).toString())
    expect(ofProperties.DigestValue[0]._).toBe(sha256(JSON.stringify(properties)))
    expect(ofDocument.DigestValue[0]._).toBe(sha256(plainText))
    expect(signature.KeyInfo[0].X509Data[0].X509Certificate[0]._).toBe(certificate.raw.toString('base64'))
    const value = Buffer.from(signature.SignatureValue[0]._, 'base64')
    expect(verify('RSA-SHA256', Buffer.from(plainText), createPublicKey(issued.certificatePem), value)).toBe(true)
  })

  test.each([
    ['without an Invoice', '{"_D":"x"}'],
    ['cut off', plainText.slice(0, -1)],
  ])('refuses a text that is %s', (_, text) => {
    expect(() => signedWith(text, signer, noon)).toThrow(SyntaxError)
  })
})

// Keeps a number as it is written. The type library lacks it.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

const anyString = fc.oneof(
  anyCharacters,
  graphemes,
  fc.constantFrom(
    '"',
    '\\',
    '\\"',
    '}]}',
    ',"Signature":[]',
    '\u2028',
    '\ufeff',
    '\u0000',
    '😀',
    'UBLExtensions',
    '\ufffd',
  ),
)
/**
 * Names without escapes, as in documents. V8 reads some escaped names wrongly after a name that begins with a backslash
 * (nodejs/node issue 63785).
 */
const anyName = anyString.filter((name) => JSON.stringify(name) === `"${name}"`)
const number = fc
  .oneof(
    fc.constantFrom('1000.0', '12.70', '-0.02', '0', '1e5', '100000000000000000.01'),
    fc.stringMatching(/^-?[1-9]\d{0,12}\.\d{1,5}$/),
  )
  .map((text) => rawJSON(text))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyString,
    number,
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyName, tie('value'), { maxKeys: 3 }),
  ),
}))
const invoice = fc.dictionary(
  anyName.filter((name) => name !== 'UBLExtensions' && name !== 'Signature'),
  value,
  { minKeys: 1, maxKeys: 6 },
)
const documentText = invoice.map((members) => JSON.stringify({ _D: 'urn:x', Invoice: [members] }))

describe('whatever a document says', () => {
  test.prop([documentText, fc.integer({ min: signer.validFrom, max: signer.validTo })], {
    numRuns: isInFull ? 150 : 50,
  })('its signature holds, to the byte of its text', (text, signingTime) => {
    const signed = signedWith(text, signer, signingTime)
    expect(signed.startsWith(text.slice(0, -3))).toBe(true)
    expect(verifySignature(signed)).toMatchObject({ ok: true, signingTime: Math.floor(signingTime / 1000) * 1000 })
  })

  test.prop([documentText, fc.nat(), fc.nat({ max: 7 })], { numRuns: isInFull ? 300 : 100 })(
    'its signature breaks with any bit of the document or of the signature',
    (text, position, bit) => {
      const bytes = Buffer.from(signedWith(text, signer, noon))
      expect(verifySignature(flipped(bytes, position % bytes.length, bit)).ok).toBe(false)
    },
  )
})
