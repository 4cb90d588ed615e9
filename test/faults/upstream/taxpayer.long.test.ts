import { expect, test } from 'vitest'
import type { Answer } from '../../support/http-bytes.ts'
import { openShop } from './shop.ts'

const validating = /^GET \/api\/v1\.0\/taxpayer\/validate\//
const triple = { customer_tin: 'C25845632020', customer_idtype: 'BRN', customer_idnum: '201901234567' }
interface Verdict {
  readonly response_msg: string
  readonly valid: boolean
  readonly cached: boolean
}

const said = (response_msg: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ response_msg }),
})

test('a success that says an error is a failure, in whatever language, and is never remembered (UP29)', async () => {
  const here = await openShop()
  for (const message of ['TIN is invalid', 'TIN tidak sah', '税号无效', ' ', '0', 'null']) {
    here.proxy.next(validating, { kind: 'instead', answer: said(message) })
    const { status, body } = await here.api.post<Verdict>('/taxauth/tin_validation', triple)
    expect({ status, body }).toMatchObject({ status: 200, body: { valid: false, cached: false } })
    expect(body.response_msg).not.toBe('')
  }
})

test('a success that nobody can read says nothing, and is never remembered (UP29)', async () => {
  const here = await openShop()
  const pages: readonly Answer[] = [
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><title>Sign in to the hotel</title></html>' },
    said(['TIN is invalid']),
    said({ message: 'TIN is invalid' }),
  ]
  for (const answer of pages) {
    here.proxy.next(validating, { kind: 'instead', answer })
    const asked = await here.api.post('/taxauth/tin_validation', triple)
    expect(asked).toMatchObject({ status: 503, body: { code: 'authority_unavailable' } })
  }
  const honest = await here.api.post<Verdict>('/taxauth/tin_validation', triple)
  expect(honest.body).toMatchObject({ response_msg: '', valid: true, cached: false })
})

test('a success without a word, or with an empty one, is one, and is remembered (UP29)', async () => {
  for (const answer of [{ status: 200 }, said(''), said(null)]) {
    const here = await openShop()
    here.proxy.next(validating, { kind: 'instead', answer })
    const first = await here.api.post<Verdict>('/taxauth/tin_validation', triple)
    expect(first.body).toMatchObject({ response_msg: '', valid: true, cached: false })
    const again = await here.api.post<Verdict>('/taxauth/tin_validation', triple)
    expect(again.body).toMatchObject({ valid: true, cached: true })
  }
})
