import { expect, test } from 'vitest'
import { verifySignature } from '../../../electron/gateway/authority/myinvois/sign/verify.ts'
import { noon, signer } from './certificates.ts'
import { flipped, plainText, signedWith } from './texts.ts'

test('no byte of a signed document can change, each tried once', () => {
  const bytes = Buffer.from(signedWith(plainText, signer, noon))
  const unnoticed = Array.from(bytes.keys()).filter((at) => verifySignature(flipped(bytes, at, at % 8)).ok)
  expect(bytes.length).toBeGreaterThan(3500)
  expect(unnoticed).toEqual([])
})
