import { describe, expect, test } from 'vitest'
import { type Answered, ali, asking, company } from './scripted.ts'

describe('taxpayers', () => {
  const throttled: Answered = { status: 429, headers: { 'retry-after': '6' } }

  test.each<[Answered, object]>([
    [{ status: 200, body: '' }, { kind: 'valid' }],
    [{ status: 200, body: { response_msg: '' } }, { kind: 'valid' }],
    [{ status: 200, body: { response_msg: null } }, { kind: 'valid' }],
    [{ status: 200, body: { response_msg: 'TIN tidak sah' } }, { kind: 'mismatch' }],
    [{ status: 200, body: { response_msg: 5 } }, { kind: 'unavailable' }],
    [{ status: 200, body: '<html>Sign in to the hotel</html>' }, { kind: 'unavailable' }],
    [{ status: 404 }, { kind: 'mismatch' }],
    [{ status: 400 }, { kind: 'malformed' }],
    [throttled, { kind: 'throttled', askedMs: 6_000 }],
    [{ status: 500 }, { kind: 'unavailable' }],
    ['cut', { kind: 'unavailable' }],
  ])('%j to a validation', async (answer, verdict) => {
    const { authority, asked } = await asking(answer)
    expect(await authority.validateTaxpayer(company, ali)).toEqual(verdict)
    expect(`${asked[0]?.method} ${asked[0]?.path}`).toBe(
      'GET /api/v1.0/taxpayer/validate/IG10203040506?idType=NRIC&idValue=770625015324',
    )
  })

  test.each<[Answered, object]>([
    [
      { status: 200, body: { tin: ali.tin } },
      { kind: 'found', tin: ali.tin },
    ],
    [{ status: 200, body: { tin: '' } }, { kind: 'unavailable' }],
    [{ status: 404 }, { kind: 'none' }],
    [{ status: 400, body: { message: 'More than one TIN was found' } }, { kind: 'ambiguous' }],
    [{ status: 400, body: { message: 'Not a number' } }, { kind: 'none' }],
    [throttled, { kind: 'throttled', askedMs: 6_000 }],
    [{ status: 500 }, { kind: 'unavailable' }],
    ['cut', { kind: 'unavailable' }],
  ])('%j to a search', async (answer, result) => {
    const { authority, asked } = await asking(answer)
    expect(await authority.searchTaxpayer(company, ali)).toEqual(result)
    expect(`${asked[0]?.method} ${asked[0]?.path}`).toBe(
      'GET /api/v1.0/taxpayer/search/tin?idType=NRIC&idValue=770625015324',
    )
  })
})
