import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  hasRepeatedNames,
  membersOf,
  minify,
  valueAt,
} from '../../../electron/gateway/authority/myinvois/sign/json-text.ts'
import { anyCharacters } from '../../support/any-text.ts'

describe('minify', () => {
  test('takes away white space between tokens and touches no literal', () => {
    expect(minify('{ "a" :\t[ 1000.0 ,\r\n 12.70, -0 , 1E5 ] , "b c" : " \\" , { } " }\n')).toBe(
      '{"a":[1000.0,12.70,-0,1E5],"b c":" \\" , { } "}',
    )
  })

  test.prop([fc.json(), fc.constantFrom(' ', '\t', 2, 7)])(
    'leaves of any text what JSON would write without white space',
    (json, space) => {
      const value: unknown = JSON.parse(json)
      expect(minify(JSON.stringify(value, null, space))).toBe(JSON.stringify(value))
    },
  )
})

describe('membersOf', () => {
  test('shows every member as it is written, its name unescaped, repeated ones too', () => {
    const text = 'x{"a":"}\\\\","\\u0062":[{"c":1}],"a":1.0}y'
    const { members, end } = membersOf(text, 1)
    expect(members.map(({ name }) => name)).toEqual(['a', 'b', 'a'])
    expect(members.map((member) => text.slice(member.start, member.end))).toEqual([
      '"a":"}\\\\"',
      '"\\u0062":[{"c":1}]',
      '"a":1.0',
    ])
    expect(text.slice(end)).toBe('y')
  })

  test.prop([fc.dictionary(anyCharacters, fc.jsonValue())])(
    'finds the members that JSON.parse finds, with their values',
    (object) => {
      const text = JSON.stringify(object)
      const { members, end } = membersOf(text, 0)
      expect(end).toBe(text.length)
      const parsed = members.map(({ name, valueAt: at, end: to }) => [name, JSON.parse(text.slice(at, to))])
      expect(parsed).toEqual(Object.entries(JSON.parse(text)))
    },
  )

  test.each(['', '[]', '{', '{"a"}', '{"a":}', '{"a" :1}', '{"a":[1, 2]}', '{"a":1 }', '{ }', '{"a":[}'])(
    'refuses %j, which is no minified object',
    (text) => {
      expect(() => membersOf(text, 0)).toThrow(SyntaxError)
    },
  )
})

test('a name that stands twice in any object is found, in lists too', () => {
  const has = (text: string) => hasRepeatedNames(text)
  expect(has('[1.50,"a,]",[2,[3]],{"b":[4]},null,[],{}]')).toBe(false)
  expect(has('[1.50,{"b":[{"a":1,"\u0061":2}]}]')).toBe(true)
})

test('the first member with a name is found, and a name inside another value is not', () => {
  const text = '{"x":{"Invoice":1},"Invoice":[2]}'
  expect(text.slice(valueAt(text, 0, 'Invoice'))).toBe('[2]}')
  expect(valueAt(text, 0, 'missing')).toBeUndefined()
})
