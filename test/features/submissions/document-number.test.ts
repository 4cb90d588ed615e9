import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { hashedNumber, plainNumber } from '../../../electron/gateway/features/submissions/document-number.ts'
import { documentNumberSchema, keyText } from '../../../shared/document/fields.ts'
import { anIdentity } from '../../support/records.ts'

const part = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => keyText().safeParse(text).success)
const key = fc.record({ companyCode: part, outletName: part, terminalName: part, shiftCode: part, saleCode: part })

describe('the number of a sale that brings none', () => {
  test('is its place and code', () => {
    expect(plainNumber(anIdentity())).toBe('KLCC-T1-S1-0001')
    expect(plainNumber(anIdentity({ outletName: 'x'.repeat(39) }))).toHaveLength(50)
    expect(plainNumber(anIdentity({ outletName: 'x'.repeat(40) }))).toBeNull()
  })

  test('ends in eight digits of its hash where that is too long or taken', () => {
    expect(hashedNumber(anIdentity(), 'sale', 'invoice')).toMatch(/^KLCC-T1-S1-0001-[0-9a-f]{8}$/)
    expect(hashedNumber(anIdentity({ outletName: 'x'.repeat(60) }), 'sale', 'invoice')).toMatch(/^x{41}-[0-9a-f]{8}$/)
  })

  test('counts an emoji for the two places that it takes in the document, and cuts none in half', () => {
    const shop = (emojis: number) => anIdentity({ outletName: '🍜'.repeat(emojis) })
    expect(plainNumber(shop(19))).toBe(`${'🍜'.repeat(19)}-T1-S1-0001`)
    expect(plainNumber(shop(20))).toBeNull()
    expect(hashedNumber(shop(20), 'sale', 'invoice')).toMatch(/^(🍜){20}--?[0-9a-f]{8}$/u)
    expect(hashedNumber(shop(21), 'sale', 'invoice')).toMatch(/^(🍜){20}-[0-9a-f]{8}$/u)
  })

  test.prop([key])('is one that a till itself may give a document', (parts) => {
    for (const number of [plainNumber(parts), hashedNumber(parts, 'sale', 'invoice')])
      if (number !== null) expect(documentNumberSchema.safeParse(number).error?.issues).toBeUndefined()
  })

  test.prop([key, key])(
    'is the same for the same key and another for another, whatever the parts run into',
    (one, other) => {
      const isSame = (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])
      expect(hashedNumber(one, 'sale', 'invoice') === hashedNumber(other, 'sale', 'invoice')).toBe(isSame)
      expect(hashedNumber(one, 'sale', 'invoice')).not.toBe(hashedNumber(one, 'sale', 'debit_note'))
      expect(hashedNumber(one, 'sale', 'invoice')).not.toBe(hashedNumber(one, 'self_billed', 'invoice'))
    },
  )
})
