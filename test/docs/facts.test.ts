import { describe, expect, test } from 'vitest'
import { type LimitedApi, limitsPerMinute } from '../../electron/gateway/authority/practice/rate-limits.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import { faultCodes, faults } from '../../shared/api/faults.ts'
import { scopes } from '../../shared/api/scopes.ts'
import { recordSchema } from '../../shared/api/shapes/record.ts'
import { transitions } from '../../shared/domain/event.ts'
import { actionKinds } from '../../shared/domain/next-action.ts'
import { statuses } from '../../shared/domain/status.ts'
import { invariants, stepInvariants } from '../model/invariants.ts'
import { textOf } from './citations.ts'

const contract = textOf('docs/contract.md')
const authority = textOf('docs/authority.md')
const reliability = textOf('docs/reliability.md')

/** From a heading to the next one. */
const sectionOf = (text: string, heading: string) => text.split(`\n${heading}`)[1]?.split(/\n#{1,3} /)[0] ?? ''
const named = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

describe('docs/contract.md', () => {
  test('has every error code with its status, and no other', () => {
    const rows = [...contract.matchAll(/^\| (\d{3})(?:, [a-z ]+)? \| (`\w+`.*) \|$/gm)]
    const told = rows.flatMap(([, status, codes = '']) => named(codes).map((code) => [code, Number(status)]))
    const known = faultCodes.map((code) => [code, faults[code].status])
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known))
    expect(told).toHaveLength(known.length)
  })

  test.each([
    ['## 3.', scopes],
    ['## 4.', recordSchema.shape.ATTENTION.unwrap().shape.CODE.options],
    ['## 4.', actionKinds],
    ['## 4.', statuses],
  ] as const)('names in section %s all of %j', (heading, names) => {
    expect(named(sectionOf(contract, heading))).toEqual(expect.arrayContaining([...names]))
  })
})

test('docs/interface.md lists every path of the till API, as the catalogue has them', () => {
  const [, listed = ''] = /### 4\.5[^]*?```text\n([^]*?)\n```/.exec(textOf('docs/interface.md')) ?? []
  expect(listed.split('\n')).toEqual(interfaceCatalogue.map(({ method, path }) => `${method.padEnd(4)} ${path}`))
})

describe('docs/reliability.md', () => {
  test('has every event with the phases it leads between, and no other', () => {
    const rows = [...sectionOf(reliability, '### 4.3').matchAll(/^\| (\w+) \| ([\w, ]+) \| ([\w ]+) \| .+ \|$/gm)]
    const told = rows.map(([, type, from, to]) => [type, from, to])
    const known = Object.entries(transitions).map(([type, { from, to }]) => [
      type,
      from.join(', ') || 'nothing',
      to === 'same' ? 'the same' : to,
    ])
    expect(told).toEqual([['event', 'from', 'to'], ...known])
  })

  test('has every number under which an invariant is tried', () => {
    const rows = [...sectionOf(reliability, '### 4.4').matchAll(/^\| ([\d, ]+) \|/gm)]
    const told = rows.flatMap(([, numbers = '']) => numbers.split(', '))
    const tried = Object.keys({ ...invariants, ...stepInvariants }).map((name) => name.split(' ', 1)[0])
    expect(tried.length).toBeGreaterThan(10)
    expect(tried.filter((number) => !told.includes(number ?? ''))).toEqual([])
  })

  test('tells the times of a look-up as they are set', () => {
    const { quarantineMs, lookUpIntervalMs, resendWindowMs } = readSettings([], {}).timing
    const minutes = (ms: number) => `${ms / 60_000} minute${ms === 60_000 ? '' : 's'}`
    const section = sectionOf(reliability, '### 4.6')
    expect(section).toContain(`quarantine is over (${minutes(quarantineMs)})`)
    expect(section).toContain(`last look (${minutes(lookUpIntervalMs)})`)
    expect(section).toContain(`within ${minutes(resendWindowMs)} of the first possible delivery`)
  })
})

test('docs/authority.md tells the limits that the practice authority keeps', () => {
  const calls: Readonly<Record<string, LimitedApi>> = {
    A1: 'login',
    E1: 'validateTin',
    E2: 'submit',
    E3: 'changeState',
    E4: 'changeState',
    E6: 'getSubmission',
    E7: 'getRaw',
    E8: 'getDetails',
    E9: 'search',
    E10: 'searchTin',
    E11: 'taxpayerQr',
  }
  const rows = [...authority.matchAll(/^\| ([AE]\d.*) \| (\d+)(?: each)? \|$/gm)]
  const told = rows.flatMap(([, names = '', limit]) =>
    [...names.matchAll(/\b[AE]\d+\b/g)].map(([call]) => [call, Number(limit)]),
  )
  const known = Object.entries(calls).map(([call, api]) => [call, limitsPerMinute[api]])
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known))
  expect(told).toHaveLength(known.length)
})
