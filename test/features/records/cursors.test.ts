import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type CursorPosition, Cursors, type RangeInputs } from '../../../electron/gateway/features/records/cursors.ts'
import { faultOf } from '../../support/requests.ts'

const cursors = new Cursors('a secret of this installation')
const inputs: RangeInputs = {
  companyGuid: '11111111-1111-4111-8111-111111111111',
  family: 'sale',
  kind: 'invoice',
  from: '2026-11-20',
  to: '2026-11-21',
  outletName: 'KLCC',
}
const place: CursorPosition = { day: '2026-11-20', seq: 123, pageSize: 25 }
const cursor = cursors.write(place, inputs)
const faultFor = (text: string, over: Partial<RangeInputs> = {}) =>
  faultOf(() => cursors.read(text, { ...inputs, ...over }))

describe('a page link', () => {
  test.prop([fc.integer({ min: 1 }), fc.integer({ min: 1, max: 25 })])(
    'leads to the place it was written for',
    (seq, pageSize) => {
      const there = { day: '2026-11-20', seq, pageSize }
      expect(cursors.read(cursors.write(there, inputs), inputs)).toEqual(there)
    },
  )

  test('needs no escaping in a URL and outlives a restart', () => {
    expect(encodeURIComponent(cursor)).toBe(cursor)
    expect(new Cursors('a secret of this installation').read(cursor, inputs)).toEqual(place)
  })

  test.prop([fc.nat(cursor.length - 1), fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 })])(
    'is bad with any one character changed (IN32)',
    (at, character) => {
      fc.pre(character !== cursor[at])
      expect(faultFor(cursor.slice(0, at) + character + cursor.slice(at + 1))).toBe('bad_cursor')
    },
  )

  test('is bad with another last letter, also one that decodes to the same bytes', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/'
    for (const letter of letters) {
      if (letter !== cursor.at(-1)) expect(faultFor(cursor.slice(0, -1) + letter)).toBe('bad_cursor')
      expect(faultFor(cursor + letter)).toBe('bad_cursor')
    }
  })

  test.prop([fc.nat(cursor.length - 1)])('is bad when cut or grown (IN32)', (at) => {
    expect(faultFor(cursor.slice(0, at))).toBe('bad_cursor')
    expect(faultFor(cursor.slice(at + 1))).toBe('bad_cursor')
    expect(faultFor(`${cursor.slice(0, at)}A${cursor.slice(at)}`)).toBe('bad_cursor')
  })

  test.prop([fc.string()])('is nothing one can make up', (text) => {
    expect(faultFor(text)).toBe('bad_cursor')
  })

  test.each([
    { companyGuid: '22222222-2222-4222-8222-222222222222' },
    { family: 'self_billed' },
    { kind: 'credit_note' },
    { from: '2026-11-19' },
    { to: '2026-11-22' },
    { outletName: null },
    { outletName: 'Bangsar' },
  ] as const)('is bad for another question: %o (IN32)', (over) => expect(faultFor(cursor, over)).toBe('bad_cursor'))

  test('is bad in another installation', () => {
    expect(faultOf(() => new Cursors('another secret').read(cursor, inputs))).toBe('bad_cursor')
  })
})
