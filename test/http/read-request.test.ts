import { test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { ServedEndpoint } from '../../electron/gateway/http/call.ts'
import { isJsonRequest, parsePreferHeader, readHeaders, readQuery } from '../../electron/gateway/http/read-request.ts'
import { operations } from '../../shared/api/axes.ts'
import { operatorApi } from '../../shared/api/operator.ts'
import { singleEndpoints } from '../../shared/api/single-endpoints.ts'
import { someGraphemes } from '../support/any-text.ts'
import { aRequest, faultOf, onTheWire } from '../support/requests.ts'

const served = (row: Partial<ServedEndpoint>): ServedEndpoint => ({
  id: 'x',
  path: '/v1/x',
  mostBodyBytes: 0,
  answers: {},
  faults: [],
  summary: '',
  scope: 'any',
  outletScope: 'no_sale',
  method: 'GET',
  ...row,
})
const byGuid = served({ headers: operations.statusByGuid.headers })
const byRange = served({ headers: operations.statusBySubmission.headers, query: operations.statusBySubmission.query })
const search = served({ query: singleEndpoints.tinSearch.query })
const plain = served({})

const guid = '5E1F0000-0000-4000-8000-00000000000A'
const range = ['company_guid', guid, 'submission_from', '2026-11-20', 'submission_to', '2026-11-21']
const outlet = (raw: string) => readHeaders(aRequest([...range, 'outlet_name', raw]), byRange)['outlet_name']

describe('inputs in headers', () => {
  test('are read whatever the case of their name, and a GUID in lower case (IN10, IN12)', () => {
    expect(readHeaders(aRequest(['Sale_GUID', guid]), byGuid)).toEqual({ sale_guid: guid.toLowerCase() })
  })

  test.each([
    ['missing', []],
    ['empty', ['sale_guid', '']],
    ['given twice', ['sale_guid', guid, 'sale_guid', guid]],
    ['given twice in two spellings', ['sale_guid', guid, 'SALE_GUID', guid]],
    ['not a GUID', ['sale_guid', 'x']],
    ['joined', ['sale_guid', `${guid}, ${guid}`]],
    ['not UTF-8', ['sale_guid', '\xff']],
  ])('%s are bad (IN16)', (_, headers) => {
    expect(faultOf(() => readHeaders(aRequest(headers), byGuid))).toBe('bad_header')
  })

  test('that the endpoint does not know are nobody’s business', () => {
    expect(readHeaders(aRequest(['sale_guid', '1', 'sale_guid', '2']), plain)).toEqual({})
  })

  test.each(['company_guid', 'submission_from', 'submission_to'])('%s must be there once (IN16)', (name) => {
    const at = range.indexOf(name)
    expect(faultOf(() => readHeaders(aRequest(range.toSpliced(at, 2)), byRange))).toBe('bad_header')
    expect(faultOf(() => readHeaders(aRequest([...range, name, range[at + 1] ?? '']), byRange))).toBe('bad_header')
  })
})

describe('outlet_name', () => {
  test('may be left out, but neither empty nor given twice', () => {
    expect(readHeaders(aRequest(range), byRange)).not.toHaveProperty('outlet_name')
    expect(faultOf(() => outlet(''))).toBe('bad_header')
    expect(faultOf(() => readHeaders(aRequest([...range, 'outlet_name', 'a', 'outlet_name', 'a']), byRange))).toBe(
      'bad_header',
    )
  })

  const name = someGraphemes.filter((text) => !text.includes('%'))

  test.prop([name])('arrives as it is in UTF-8 bytes and percent-encoded (IN17)', (text) => {
    expect(outlet(onTheWire(text))).toBe(text)
    expect(outlet(encodeURIComponent(text))).toBe(text)
  })

  test.each([
    ['50%25%20off', '50% off'],
    ['50% off', '50% off'],
    ['100%', '100%'],
    ['%E5%90', '%E5%90'],
    ['%FF', '%FF'],
    ['%C0%AF', '%C0%AF'],
    ['%41%zz', '%41%zz'],
    ['a+b', 'a+b'],
    [onTheWire('汉%41'), '汉A'],
    ['%2525', '%25'],
  ])('%s means %s: decoded once, and only where every %% begins an escape', (raw, text) => {
    expect(outlet(raw)).toBe(text)
  })
})

describe('an input in the query instead of its header', () => {
  const read = (query: string, headers: readonly string[] = [], endpoint = byRange) => {
    const { inputs } = readQuery(`/v1/x?${query}`, endpoint)
    return readHeaders(aRequest(headers), endpoint, inputs)
  }
  const days = 'submission_from=2026-11-20&submission_to=2026-11-21'

  test('is read like it, each by itself, decoded once', () => {
    const all = `company_guid=${guid}&${days}&outlet_name=Kedai+%C3%96%2525`
    const [company_guid, outlet_name] = [guid.toLowerCase(), 'Kedai Ö%25']
    const known = { company_guid, submission_from: '2026-11-20', submission_to: '2026-11-21' }
    expect(read(all)).toEqual({ ...known, outlet_name })
    expect(read(days, ['company_guid', guid])).toEqual(known)
    expect(read(`sale_guid=${guid}`, [], byGuid)).toEqual({ sale_guid: guid.toLowerCase() })
  })

  test('and in the header too is bad, also where both say the same', () => {
    expect(faultOf(() => read(`company_guid=${guid}`, range))).toBe('bad_header')
    expect(faultOf(() => read(`sale_guid=${guid}`, ['sale_guid', guid], byGuid))).toBe('bad_header')
  })

  test.each([
    [`sale_guid=x`, 'bad_query'],
    [`sale_guid=`, 'bad_query'],
    [`sale_guid=${guid}&sale_guid=${guid}`, 'bad_query'],
    [`company_guid=${guid}`, 'bad_query'],
    ['', 'bad_header'],
  ])('as “%s” is %s', (query, code) => expect(faultOf(() => read(query, [], byGuid))).toBe(code))

  test('is for the inputs of the interface: what people look for on the screens stays out of addresses', () => {
    const list = served({ headers: operatorApi.listRecords.headers, query: operatorApi.listRecords.query })
    for (const name of Object.keys(list.headers?.shape ?? {}))
      expect(faultOf(() => readQuery(`/v1/x?${name}=a`, list))).toBe('bad_query')
  })
})

describe('the query', () => {
  test.each([
    ['/v1/x', {}],
    ['/v1/x?', {}],
    ['/v1/x?page_size=25', { page_size: '25' }],
    ['/v1/x?cursor=a.b&page_size=1', { cursor: 'a.b', page_size: '1' }],
  ])('%s is read', (url, values) => expect(readQuery(url, byRange).query).toEqual(values))

  test.each([
    'page_size=0',
    'page_size=26',
    'page_size=-1',
    'page_size=1e1',
    'page_size=01',
    'page_size=',
    'page_size=1&page_size=1',
    'page_size[]=1',
    'colour=1',
    'Page_Size=1',
    '__proto__=1',
    'toString=1',
  ])('?%s is bad (IN31)', (query) => expect(faultOf(() => readQuery(`/v1/x?${query}`, byRange))).toBe('bad_query'))

  test('is refused where the endpoint has none, and required where it must be', () => {
    expect(faultOf(() => readQuery('/v1/x?a=1', plain))).toBe('bad_query')
    expect(faultOf(() => readQuery('/v1/x', search))).toBe('bad_query')
    const { query: asked } = readQuery('/v1/x?customer_idtype=NRIC&customer_idnum=900101145555', search)
    expect(asked).toEqual({ customer_idtype: 'NRIC', customer_idnum: '900101145555' })
  })
})

test.each([
  [undefined, 0],
  ['', 0],
  ['wait=10', 10_000],
  ['respond-async, wait=5', 5000],
  ['wait=5; foo', 5000],
  ['wait=20', 20_000],
  ['wait=21', 20_000],
  ['wait=999', 20_000],
  ['wait=0', 0],
  ['wait=-1', 0],
  ['wait=1.5', 0],
  ['wait=1000', 0],
  ['await=5', 0],
  ['wait = 5', 5000],
  ['WAIT=5', 5000],
  ['wait="5"', 5000],
  ['Wait\t=\t"20" ; foo', 20_000],
  ['return=minimal; x="a, b", wait=5', 5000],
  ['wait=5, wait=9', 5000],
  // A parameter of another preference, and words in quotes.
  ['foo; wait=5', 0],
  ['foo="a, wait=5"', 0],
  ['wait="5', 0],
  ['wait=5 s', 0],
])('Prefer: %s waits %i ms', (prefer, waitMs) => {
  expect(parsePreferHeader(prefer)).toEqual({ waitMs, isCheckOnly: false })
})

test.each([
  ['handling=check-only', true],
  ['Handling = "check-only" ; foo', true],
  ['wait=5, handling=check-only', true],
  ['handling=strict', false],
  ['handling=check-only-not', false],
  ['foo; handling=check-only', false],
  ['foo="a, handling=check-only"', false],
])('Prefer: %s is only a check: %s', (prefer, isCheckOnly) => {
  expect(parsePreferHeader(prefer).isCheckOnly).toBe(isCheckOnly)
})

describe('a body is JSON', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; charset=utf8',
  ])('as %s', (type) => expect(isJsonRequest(aRequest(['content-type', type]))).toBe(true))

  test.each([
    'text/plain',
    'application/jsonp',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    '',
  ])('but not as %j (IN25)', (type) => expect(isJsonRequest(aRequest(['content-type', type]))).toBe(false))

  test('said once and not compressed (IN25)', () => {
    const json = ['content-type', 'application/json']
    expect(isJsonRequest(aRequest([]))).toBe(false)
    expect(isJsonRequest(aRequest([...json, ...json]))).toBe(false)
    expect(isJsonRequest(aRequest([...json, 'content-encoding', 'gzip']))).toBe(false)
    expect(isJsonRequest(aRequest([...json, 'content-encoding', 'identity']))).toBe(true)
  })
})
