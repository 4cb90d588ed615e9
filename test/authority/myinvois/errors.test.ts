import { describe, expect, test } from 'vitest'
import {
  codesIn,
  errorsIn,
  messageIn,
  readValidationErrors,
  reasonsIn,
} from '../../../electron/gateway/authority/myinvois/errors.ts'

const noReason = { code: '', message: 'The tax authority gave no reason.', field: '' }

describe('errors of the authority', () => {
  test.each<[unknown, readonly object[]]>([
    [{ code: 'C', message: 'M', target: 'T' }, [{ code: 'C', message: 'M', field: 'T' }]],
    [
      { errorcode: 'E', code: 'C', error: 'M', propertypath: 'P', target: 'T' },
      [{ code: 'E', message: 'M', field: 'P' }],
    ],
    [{ code: 3, error_description: 'D', propertyname: 'N' }, [{ code: '3', message: 'D', field: 'N' }]],
    [{ code: null, message: {} }, [{ code: '', message: '', field: '' }]],
    [
      [{ code: 'A' }, 'text', null, { code: 'B' }],
      [
        { code: 'A', message: '', field: '' },
        { code: '', message: 'text', field: '' },
        { code: 'B', message: '', field: '' },
      ],
    ],
    ['text', [{ code: '', message: 'text', field: '' }]],
    [{ code: 'C', message: 'M', details: ['one', '', 'two'] }, [{ code: 'C', message: 'M one two', field: '' }]],
    [{ code: 'C', details: 'one' }, [{ code: 'C', message: 'one', field: '' }]],
    [{ error: { code: 'C', message: 'M' } }, [{ code: 'C', message: 'M', field: '' }]],
    [{ errorcode: 'C', errorms: 'Tidak sah' }, [{ code: 'C', message: 'Tidak sah', field: '' }]],
    [undefined, []],
    ['', []],
  ])('%j', (error, told) => expect(errorsIn(error)).toEqual(told))

  test('are the innermost, wherever they are nested', () => {
    const leaf = (code: string) => ({ errorcode: code })
    const error = {
      code: 'out',
      innererror: [leaf('1'), { ...leaf('no'), details: [leaf('2')] }],
      details: [leaf('3')],
    }
    expect(errorsIn(error).map(({ code }) => code)).toEqual(['1', '2', '3'])
  })

  test('are kept at a bearable length', () => {
    const long = 'x'.repeat(5000)
    const [error] = errorsIn({ code: long, message: long, target: long })
    expect([error?.code.length, error?.message.length, error?.field.length]).toEqual([100, 2000, 500])
    expect(messageIn({ error: [{ message: long }] })).toHaveLength(2000)
  })

  test('say their messages one after the other, the empty ones left out', () => {
    expect(messageIn({ error: { details: [{ message: 'One.' }, { code: 'x' }, { message: 'Two.' }] } })).toBe(
      'One. Two.',
    )
    expect(messageIn({ message: 'Alone.' })).toBe('Alone.')
    expect(messageIn('text')).toBe('')
  })

  test('tell every code there is, and no number or object for one', () => {
    const answer = {
      error: { code: 'A', details: [{ errorcode: 'B' }, { code: 7, error: { code: 'C' } }] },
      list: [[{ error: 'D' }]],
    }
    expect(codesIn(answer)).toEqual(['A', 'B', 'C', 'D'])
    expect(codesIn('text')).toEqual([])
  })

  test.each<[unknown, string]>([
    ['No such buyer', 'No such buyer'],
    [['No such buyer'], 'No such buyer'],
    [null, 'Step05'],
    [[], 'Step05'],
    ['', 'Step05'],
  ])('of a step that failed with %j say %s', (error, message) => {
    const step = { name: 'Step05', status: 'Invalid', error }
    for (const results of [{ validationsteps: [step] }, { validationsteps: step }, [step]])
      expect(readValidationErrors(results).errors).toEqual([{ code: '', message, field: '' }])
  })

  test('of a validation that tells no steps are told as none given', () => {
    for (const results of [undefined, 'text', {}, { validationsteps: null }])
      expect(readValidationErrors(results)).toEqual({ errors: [noReason], isOnlyDuplicate: false })
  })

  test('of a refusal are those that say anything; where none does, that says so', () => {
    for (const nothing of [undefined, null, {}, [], '', { code: '', message: null }, { details: [{}] }])
      expect(reasonsIn(nothing)).toEqual([noReason])
    expect(reasonsIn({ code: 'CF1' })).toEqual([{ ...noReason, code: 'CF1' }])
    expect(reasonsIn({ details: [{}, { message: 'Too old' }] })).toEqual([{ code: '', message: 'Too old', field: '' }])
  })
})
