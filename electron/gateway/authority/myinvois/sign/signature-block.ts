/** The parts that differ between signatures; digests and signature in base64. */
export interface SignatureParts {
  /** To the second, UTC: `2024-07-23T15:14:54Z`. */
  readonly signingTime: string
  readonly certificateDigest: string
  readonly signedIssuer: IssuerSerial
  readonly certificate: string
  readonly subjectName: string
  readonly keyIssuer: IssuerSerial
  readonly signatureValue: string
  readonly propertiesDigest: string
  readonly documentDigest: string
}

export interface IssuerSerial {
  readonly name: string
  readonly serial: string
}

const sha256Algorithm = 'http://www.w3.org/2001/04/xmlenc#sha256'
const signatureId = 'urn:oasis:names:specification:ubl:signature:Invoice'
const envelopedXades = 'urn:oasis:names:specification:ubl:dsig:enveloped:xades'

const leaf = (value: string) => [{ _: value }]
const algorithm = (uri: string) => [{ _: '', Algorithm: uri }]
const issuerSerial = ({ name, serial }: IssuerSerial) => [
  { X509IssuerName: leaf(name), X509SerialNumber: leaf(serial) },
]

/** The digest is over the text of this object (myinvois 7 step 5). */
export const qualifyingProperties = (
  parts: Pick<SignatureParts, 'signingTime' | 'certificateDigest' | 'signedIssuer'>,
) => ({
  Target: 'signature',
  SignedProperties: [
    {
      Id: 'id-xades-signed-props',
      SignedSignatureProperties: [
        {
          SigningTime: leaf(parts.signingTime),
          SigningCertificate: [
            {
              Cert: [
                {
                  CertDigest: [
                    { DigestMethod: algorithm(sha256Algorithm), DigestValue: leaf(parts.certificateDigest) },
                  ],
                  IssuerSerial: issuerSerial(parts.signedIssuer),
                },
              ],
            },
          ],
        },
      ],
    },
  ],
})

export const pathToProperties = [
  'UBLExtensions',
  'UBLExtension',
  'ExtensionContent',
  'UBLDocumentSignatures',
  'SignatureInformation',
  'Signature',
  'Object',
  'QualifyingProperties',
] as const

/** In the order and wording of the official page (myinvois 7 step 7). */
export const signatureMembers = (parts: SignatureParts) => ({
  UBLExtensions: [
    {
      UBLExtension: [
        {
          ExtensionURI: leaf(envelopedXades),
          ExtensionContent: [{ UBLDocumentSignatures: [{ SignatureInformation: [signatureInformation(parts)] }] }],
        },
      ],
    },
  ],
  Signature: [{ ID: leaf(signatureId), SignatureMethod: leaf(envelopedXades) }],
})

const signatureInformation = (parts: SignatureParts) => ({
  ID: leaf('urn:oasis:names:specification:ubl:signature:1'),
  ReferencedSignatureID: leaf(signatureId),
  Signature: [
    {
      Id: 'signature',
      Object: [{ QualifyingProperties: [qualifyingProperties(parts)] }],
      KeyInfo: [
        {
          X509Data: [
            {
              X509Certificate: leaf(parts.certificate),
              X509SubjectName: leaf(parts.subjectName),
              X509IssuerSerial: issuerSerial(parts.keyIssuer),
            },
          ],
        },
      ],
      SignatureValue: leaf(parts.signatureValue),
      SignedInfo: [
        {
          SignatureMethod: algorithm('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
          Reference: [
            reference(
              'http://uri.etsi.org/01903/v1.3.2#SignedProperties',
              '#id-xades-signed-props',
              parts.propertiesDigest,
            ),
            reference('', '', parts.documentDigest),
          ],
        },
      ],
    },
  ],
})

const reference = (type: string, uri: string, digest: string) => ({
  Type: type,
  URI: uri,
  DigestMethod: algorithm(sha256Algorithm),
  DigestValue: leaf(digest),
})
