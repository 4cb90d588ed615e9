import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'

interface Validation {
  readonly response_msg: string
  readonly valid: boolean
  readonly cached: boolean
  readonly verified_at: string | null
}

let shop: TestGateway
let api: Api
beforeAll(async () => {
  shop = await startGateway()
  api = apiOf(shop, await shop.token())
})
afterAll(() => shop.close())

const path = '/taxauth/tin_validation'
const ask = (tin: string, type = 'BRN', number = '201901234567') => ({
  customer_tin: tin,
  customer_idtype: type,
  customer_idnum: number,
})
const search = (type: string, number: string) =>
  api.get(`/taxauth/tin_search?customer_idtype=${type}&customer_idnum=${number}`)

test('a triple that fits is valid, and the second time it is remembered', async () => {
  const first = await api.post<Validation>(path, ask('C25845632020'))
  expect(first.body).toEqual({
    response_msg: '',
    valid: true,
    cached: false,
    verified_at: expect.any(String) as string,
  })
  const second = await api.post<Validation>(path, ask('C25845632020'))
  expect(second.body).toEqual({ ...first.body, cached: true })
})

test('the numbers are taken in any spelling, and asked for in the one that the authority knows', async () => {
  const known = await api.post<Validation>(path, ask('IG20304050607', 'NRIC', '880101145566'))
  expect(known.body).toMatchObject({ valid: true, cached: false })
  const spelled = await api.post<Validation>(path, ask('ig20304050607', 'nric', '880101-14-5566'))
  expect(spelled.body).toMatchObject({ valid: true, cached: true })
  expect((await search('nric', '880101-14-5566')).body).toEqual({
    customer_tin: 'IG20304050607',
    customer_idtype: 'NRIC',
    customer_idnum: '880101145566',
  })
})

test('a number that an individual and a business share is the individual’s where it is an identity card', async () => {
  expect((await search('NRIC', '990101145050')).body).toMatchObject({ customer_tin: 'IG99000000050' })
})

test('a triple that does not fit is 200 with the reason, as the interface says', async () => {
  const { status, body } = await api.post<Validation>(path, ask('C25845632020', 'BRN', '202001234567'))
  expect({ status, valid: body.valid }).toEqual({ status: 200, valid: false })
  expect(body.response_msg).not.toBe('')
})

test('a general TIN identifies nobody, and the authority is not even asked', async () => {
  const before = shop.gateway.practice?.counts.list().length
  const { body } = await api.post<Validation>(path, ask('EI00000000010'))
  expect(body).toMatchObject({ valid: false, cached: false })
  expect(shop.gateway.practice?.counts.list().length).toBe(before)
})

test('a body with a fault is refused at its place', async () => {
  const { status, body } = await api.post(path, ask('C25845632020', 'DRIVER'))
  expect({ status, errors: body.errors?.map(({ pointer }) => pointer) }).toEqual({
    status: 422,
    errors: ['/customer_idtype'],
  })
})

test('asking for the same one again and again is slowed down, whatever the answer is', async () => {
  const triple = ask('IG10203040506', 'NRIC', '770625015324')
  const answers = []
  for (let at = 0; at < 11; at += 1) answers.push(await api.post(path, triple))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a search finds one, none or more than one', async () => {
  expect((await search('BRN', '201901234567')).body).toEqual({
    customer_tin: 'C25845632020',
    customer_idtype: 'BRN',
    customer_idnum: '201901234567',
  })
  expect(await search('BRN', '199901000001')).toMatchObject({ status: 404, body: { code: 'taxpayer_not_found' } })
  expect(await search('BRN', '200001000001')).toMatchObject({ status: 409, body: { code: 'taxpayer_ambiguous' } })
  expect(await search('DRIVER', '1')).toMatchObject({ status: 400, body: { code: 'bad_query' } })
})

test('more than ten searches a minute are refused (LO16)', async () => {
  const other = apiOf(shop, await shop.token())
  const statuses = []
  for (let at = 0; at < 11; at += 1)
    statuses.push((await other.get('/taxauth/tin_search?customer_idtype=BRN&customer_idnum=201901234567')).status)
  expect(statuses.at(-1)).toBe(429)
})

test('both are written down without the number (LO16, SU3)', async () => {
  const acts = await shop.gateway.store.acts.list(0, 1000)
  const types = new Set(acts.map(({ type }) => type))
  expect(types).toContain('tin_validated')
  expect(types).toContain('tin_searched')
  expect(JSON.stringify(acts)).not.toMatch(/201901234567|C25845632020|770625015324/)
})

test('without the authority what is remembered is still answered, the rest is 503', async () => {
  await shop.gateway.practice?.faults.set({ kind: 'away', how: 'refused' })
  const fresh = apiOf(shop, await shop.token())
  expect((await fresh.post<Validation>(path, ask('C25845632020'))).body).toMatchObject({ valid: true, cached: true })
  expect(await fresh.post(path, ask('C31415926530', 'BRN', '201501010101'))).toMatchObject({
    status: 503,
    body: { code: 'authority_unavailable' },
  })
  await shop.gateway.practice?.faults.clear()
})
