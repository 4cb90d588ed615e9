import type { Chance } from '../faults/chance.ts'

/** Values that often break programs: limits of ranges, markup, SQL, bidirectional text, prototypes, lone surrogates. */
const texts = [
  '',
  ' ',
  '\u0000',
  '\r\nX-Evil: 1',
  'a'.repeat(5_000),
  '😀'.repeat(300),
  '\ud800',
  '\u202eabc',
  'e\u0301',
  "' OR 1=1 --",
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://a")',
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  '%2e%2e%2f',
  '%zz',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '-0',
  '1e400',
  'NaN',
  '٣',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '11111111-1111-4111-8111-111111111111',
] as const

const numbers = [0, -0, -1, 0.1, 1e-9, 1e21, 1e308, 2 ** 53, -(2 ** 53), 0.30000000000000004]

export const hostileText = (chance: Chance): string => chance.one(texts)

function hostileValue(chance: Chance, depth = 0): unknown {
  switch (chance.upTo(depth > 3 ? 5 : 7)) {
    case 0:
      return null
    case 1:
      return chance.isIn(0.5)
    case 2:
      return chance.one(numbers)
    case 3:
      return chance.upTo(1_000)
    case 4:
      return hostileText(chance)
    case 5:
      return Array.from({ length: chance.upTo(4) }, () => hostileValue(chance, depth + 1))
    default:
      return { [hostileText(chance)]: hostileValue(chance, depth + 1), LINES: hostileValue(chance, depth + 1) }
  }
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Bytes that are not JSON, or far too much JSON. */
export function hostileBytes(chance: Chance, body: string): Buffer {
  const wrong = [
    () => Buffer.from(''),
    () => Buffer.from(body.slice(0, chance.upTo(body.length + 1))),
    () => Buffer.from(`\ufeff${body}`),
    () => Buffer.from(body.replace('{', '{"a":1,"a":2,')),
    () => Buffer.from(body.replace('{', '{"__proto__":{"isAdmin":true},')),
    () => Buffer.from(deep(10_000)),
    () => Buffer.from(`[${'0,'.repeat(60_000)}0]`),
    () => Buffer.from(body, 'utf16le'),
    () => Buffer.concat([Buffer.from(body), Buffer.from([0xc3, 0x28])]),
    () => Buffer.from(`{"n":${'9'.repeat(3_000)}}`),
    () => Buffer.from(Array.from({ length: 64 }, () => chance.upTo(256))),
    () => Buffer.from('null'),
  ]
  return chance.one(wrong)()
}

interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
}

const placesIn = (value: unknown): readonly Place[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.keys(value).flatMap((key) => {
        const holder = value as Record<string, unknown>
        return [{ holder, key }, ...placesIn(holder[key])]
      })

/** A copy with one to three changes: values replaced, removed or added. */
export function mutated(chance: Chance, value: unknown): unknown {
  const copy: unknown = structuredClone(value)
  for (let left = 1 + chance.upTo(3); left > 0; left -= 1) {
    const places = placesIn(copy)
    if (places.length === 0) return hostileValue(chance)
    const { holder, key } = chance.one(places)
    const how = chance.upTo(4)
    if (how === 0) delete holder[key]
    else if (how === 1) holder[hostileText(chance).slice(0, 40)] = hostileValue(chance)
    else holder[key] = hostileValue(chance)
  }
  return copy
}
