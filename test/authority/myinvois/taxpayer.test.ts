import { describe, expect, test } from 'vitest'
import { type Answered, ali, asking, company, scripted } from './scripted.ts'

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

describe('a number that several TINs have', () => {
  const ambiguous: Answered = { status: 400, body: { message: 'more than one TIN can be found' } }
  const asked = async (idType: string, settled: Answered) => {
    const { authority, asked: all } = await scripted({
      api: ({ path }) => (path.includes('fileType') ? settled : ambiguous),
    })
    const found = await authority.searchTaxpayer(company, { idType, idNumber: '1' })
    return { found, fileType: new URL(all[1]?.path ?? '', 'http://x').searchParams.get('fileType') }
  }
  const tin: Answered = { status: 200, body: { tin: 'IG1' } }

  test.each([
    ['NRIC', '1'],
    ['PASSPORT', '1'],
    ['ARMY', '1'],
    ['BRN', '2'],
  ])('is asked for again in the file that a number of type %s is of', async (idType, fileType) => {
    expect(await asked(idType, tin)).toEqual({ found: { kind: 'found', tin: 'IG1' }, fileType })
  })

  test.each<[Answered, object]>([
    [ambiguous, { kind: 'ambiguous' }],
    [{ status: 404 }, { kind: 'ambiguous' }],
    [{ status: 500 }, { kind: 'unavailable' }],
  ])('%j to that leaves it at what is known', async (answer, found) => {
    expect((await asked('NRIC', answer)).found).toEqual(found)
  })
})
