import { expect, test } from 'vitest'
import { practise, signedIn } from './support.ts'

const search =
  '/api/v1.0/documents/search?submissionDateFrom=2026-11-20T04:00:00Z&submissionDateTo=2026-11-20T05:00:00Z'

test('the thirteenth search within a minute is refused, until the first is a minute old', async () => {
  const practice = await practise()
  const client = await signedIn(practice)
  expect((await client.get(search)).headers.get('X-Rate-Limit-Remaining')).toBe('11')
  practice.clock.advance(20_000)
  for (let request = 2; request <= 12; request += 1) expect((await client.get(search)).status).toBe(200)
  expect(practice.counts.list().some(({ refused }) => refused > 0)).toBe(false)
  const refused = await client.get(search)
  expect(refused.status).toBe(429)
  expect(refused.body).toEqual({ statusCode: 429, message: 'Rate limit is exceeded. Try again in 40 seconds.' })
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '40',
    'x-rate-limit-limit': '12',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': '2026-11-20T04:07:06.000Z',
  })
  expect(practice.counts.list().some(({ refused }) => refused > 0)).toBe(true)
  practice.clock.advance(40_000)
  expect((await client.get(search)).status).toBe(200)
  expect((await client.get(search)).status).toBe(429)
})

test('limits are of a client and of an API', async () => {
  const practice = await practise()
  const client = await signedIn(practice)
  for (let request = 0; request < 12; request += 1) await client.get(search)
  expect((await client.get(search)).status).toBe(429)
  expect((await client.get('/api/v1.0/documenttypes')).status).toBe(200)
  expect((await (await signedIn(practice, 'C25845632020')).get(search)).status).toBe(200)
})

test('what was asked is counted, refused or not', async () => {
  const practice = await practise({ rateScale: 0.5 })
  const client = await signedIn(practice)
  for (let request = 0; request < 7; request += 1) await client.get(search)
  practice.clock.advance(60_000)
  const counted = practice.counts.list().find(({ api }) => api === 'search')
  expect(counted).toMatchObject({ total: 7, mostInAMinute: 7, refused: 1 })
})

test('signing in is limited too', async () => {
  const practice = await practise()
  for (let request = 0; request < 12; request += 1) await signedIn(practice)
  await expect(signedIn(practice)).rejects.toThrow('nobody could sign in')
})
