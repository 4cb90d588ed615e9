import { describe, expect, test } from 'vitest'
import { bundledLists } from '../../../electron/gateway/features/codes/bundled.ts'
import { Codes } from '../../../electron/gateway/features/codes/codes.ts'
import { readListFile } from '../../../electron/gateway/features/codes/read-file.ts'
import { type CodeListId, codeListIds } from '../../../shared/document/codes.ts'
import { entryOf } from '../../support/codes-server.ts'

const codes = new Codes()
const bytes = (content: unknown) => Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
const read = (list: CodeListId, content: unknown) => readListFile(bytes(content), codes.list(list))
const fees = { code: '901', description: 'Fees' }

describe('a file of the authority', () => {
  test.each(codeListIds)('%s that says what ships with the product changes nothing', (list) => {
    const items = read(
      list,
      bundledLists[list].map((item) => entryOf(list, item)),
    )
    expect(items).toEqual(bundledLists[list])
  })

  test.each([
    ['the usual keys', [{ Code: '901', Description: 'Fees' }]],
    ['keys in lower case', [{ code: '901', description: 'Fees' }]],
    ['keys in capitals', [{ CODE: '901', DESCRIPTION: 'Fees' }]],
    ['another name for the text', [{ Code: '901', Name: 'Fees' }]],
    ['a list inside an object', { version: 3, items: [{ Code: '901', Description: 'Fees' }] }],
    ['spaces and line breaks around texts', [{ ' Code ': ' 901 ', Description: ' Fees\r\n' }]],
    ['a code written as a number', [{ Code: 901, Description: 'Fees' }]],
    [
      'the same code twice',
      [
        { Code: '901', Description: 'Fees' },
        { Code: '901', Description: 'Charges' },
      ],
    ],
    [
      'a blank line at its end',
      [
        { Code: '901', Description: 'Fees' },
        { Code: '', Description: null },
      ],
    ],
    ['a byte order mark', '\uFEFF[{"Code":"901","Description":"Fees"}]'],
  ])('is read with %s', (_what, content) => {
    expect(read('classification', content)).toEqual([fees])
  })

  test('with numbers for codes gets their leading noughts back', () => {
    expect(read('classification', [{ Code: 1, Description: 'a' }])?.[0]?.code).toBe('001')
    expect(read('payment_method', [{ Code: 1, 'Payment Method': 'a' }])).toEqual([{ code: '01', payment_method: 'a' }])
  })

  test.each([
    ['a page', '<!doctype html><title>Not here</title>'],
    ['JSON that breaks off', '[{"Code":"901","Descr'],
    ['no list', { Code: '901', Description: 'Fees' }],
    ['several lists', { old: [{ Code: '901', Description: 'a' }], new: [{ Code: '902', Description: 'a' }] }],
    ['an entry without a code', [{ Code: '901', Description: 'Fees' }, { Description: 'Fees' }]],
    [
      'an entry without its text',
      [
        { Code: '901', Description: 'Fees' },
        { Code: '902', Description: ' ' },
      ],
    ],
    ['a code that can be none', [{ Code: 'see page 3', Description: 'Fees' }]],
    ['a list of other things', ['901', '902']],
    ['a text without end', [{ Code: '901', Description: 'x'.repeat(1_001) }]],
  ])('that is %s is not one', (_what, content) => {
    expect(read('classification', content)).toBeNull()
  })

  test('in another encoding is not one', () => {
    const latin = Buffer.from('[{"Code":"CIV","Country":"Côte d’Ivoire"}]', 'latin1')
    expect(readListFile(latin, codes.list('country'))).toBeNull()
  })

  test('without entries is an empty list', () => {
    expect(read('currency', [])).toEqual([])
  })

  test('keeps the longer texts of units whose names it knows, and has none for new ones', () => {
    const [kept] = read('unit', [{ Code: '10', Name: 'group' }]) ?? []
    expect(kept).toEqual(bundledLists.unit.find(({ code }) => code === '10'))
    const [renamed] = read('unit', [{ Code: '10', Name: 'bunch' }]) ?? []
    expect(renamed).toEqual({ code: '10', name: 'bunch', description: 'bunch' })
  })

  test('that still lists a retired code does not bring it back', () => {
    const states = read('state', [
      { Code: '00', State: 'All States' },
      { Code: '01', State: 'Johor' },
    ])
    expect(states).toEqual([{ code: '01', state: 'Johor' }])
  })
})
