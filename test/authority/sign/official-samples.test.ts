import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAsWritten } from '../../../electron/gateway/authority/myinvois/sign/read-signature.ts'
import { signatureMembers } from '../../../electron/gateway/authority/myinvois/sign/signature-block.ts'
import { verifySignature } from '../../../electron/gateway/authority/myinvois/sign/verify.ts'
import { partsIn } from './texts.ts'

const directory = resolve(import.meta.dirname, '../../../../shared/samples/myinvois')
const isHere = existsSync(directory)
if (!isHere) console.warn('SKIPPED: the official samples in ../shared/samples/myinvois are not beside this project')

const files = isHere ? readdirSync(directory).filter((file) => file.endsWith('.json')) : []
const textOf = (file: string) => readFileSync(resolve(directory, file), 'utf8')
const signedFiles = files.filter((file) => /"listVersionID": *"1\.1"/.test(textOf(file)))

describe.runIf(isHere)('official samples', () => {
  test('some of version 1.1 are there', () => {
    expect(signedFiles.length).toBeGreaterThanOrEqual(2)
  })

  test.each(signedFiles)('%s is accepted as it is and minified', (file) => {
    const text = textOf(file)
    expect(verifySignature(text)).toMatchObject({ ok: true, certificate: { subject: { tin: 'C29702635060' } } })
    expect(verifySignature(JSON.stringify(parseAsWritten(text))).ok).toBe(true)
  })

  test.each(signedFiles)('%s has the very text for a signature that is written here', (file) => {
    const text = textOf(file)
    const official = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text).Invoice[0]).slice(-2)))
    expect(JSON.stringify(signatureMembers(partsIn(text)))).toBe(official)
  })

  test.each(signedFiles)('%s with another number is refused', (file) => {
    const text = textOf(file)
    const changed = text.replace(/"_": (\d+)\.(\d+)/, '"_": $1.$20')
    expect(changed).not.toBe(text)
    expect(verifySignature(changed)).toMatchObject({ ok: false, broken: 'document_digest', code: 'DS322' })
  })

  test('one of version 1.0 has no signature', () => {
    const plain = files.filter((file) => !signedFiles.includes(file))
    expect(plain.length).toBeGreaterThan(0)
    for (const file of plain)
      expect([file, verifySignature(textOf(file))]).toMatchObject([file, { broken: 'signature_missing' }])
  })
})
