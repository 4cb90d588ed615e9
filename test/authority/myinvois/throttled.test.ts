import { describe, expect, test } from 'vitest'
import { type Answered, ali, always, company, item, scripted, token } from './scripted.ts'

const tooOften = (headers = {}): Answered => ({ status: 429, headers })

const fine: Answered = { status: 200, body: '' }

/** Answers the first request with “too many requests”, and later ones with `then`. */
function onceTooOften(headers: object, then: Answered): () => Answered {
  let isFirst = true
  return () => {
    const answer = isFirst ? tooOften(headers) : then
    isFirst = false
    return answer
  }
}

const throttledOnce = (headers = {}) => scripted({ api: onceTooOften(headers, fine) })

describe('an authority that wants to be left alone', () => {
  test('for a while is asked nothing of that kind until then, and told how long that is', async () => {
    const { authority, asked, clock } = await throttledOnce({ 'retry-after': '30' })
    const validate = () => authority.validateTaxpayer(company, ali)
    expect(await validate()).toEqual({ kind: 'throttled', askedMs: 30_000 })
    clock.pass(29_500)
    expect(await validate()).toEqual({ kind: 'throttled', askedMs: 500 })
    expect(asked).toHaveLength(1)
    clock.pass(500)
    expect(await validate()).toEqual({ kind: 'valid' })
    expect(asked).toHaveLength(2)
  })

  test('is heard also where nobody can read the credentials any more: what it turned away certainly did not arrive', async () => {
    let isRead = true
    const { authority } = await scripted({
      api() {
        isRead = false
        return tooOften({ 'retry-after': '30' })
      },
      credentials() {
        if (!isRead) throw new Error('the database does not answer')
        return { clientId: 'client', clientSecret: 'secret', onBehalfOf: null }
      },
    })
    const { outcomes } = await authority.submit(company, [item()], always)
    expect(outcomes).toEqual([{ kind: 'unsent', reason: 'throttled' }])
  })

  test.each([{}, { 'retry-after': '0' }])('with %j is left alone for a second (UP9)', async (headers) => {
    const { authority, asked, clock } = await throttledOnce(headers)
    await authority.validateTaxpayer(company, ali)
    clock.pass(999)
    expect(await authority.validateTaxpayer(company, ali)).toEqual({ kind: 'throttled', askedMs: 1 })
    clock.pass(1)
    expect(await authority.validateTaxpayer(company, ali)).toEqual({ kind: 'valid' })
    expect(asked).toHaveLength(2)
  })

  test('with one kind of question is asked others', async () => {
    const { authority, asked } = await throttledOnce({ 'retry-after': '30' })
    await authority.validateTaxpayer(company, ali)
    expect(await authority.searchTaxpayer(company, ali)).toEqual({ kind: 'unavailable' })
    expect(await authority.taxpayerOfCode(company, 'x')).toEqual({ kind: 'unavailable' })
    expect(asked).toHaveLength(3)
  })

  test.each(['searchTaxpayer', 'taxpayerOfCode', 'listSent'] as const)('%s waits, too', async (request) => {
    const { authority, asked } = await throttledOnce({ 'retry-after': '30' })
    const span = { from: 0, to: 1_000, submissionUid: null, stopping: new AbortController().signal }
    const ask = () => {
      if (request === 'searchTaxpayer') return authority.searchTaxpayer(company, ali)
      return request === 'taxpayerOfCode' ? authority.taxpayerOfCode(company, 'x') : authority.listSent(company, span)
    }
    expect(await ask()).toMatchObject({ askedMs: 30_000 })
    expect(await ask()).toMatchObject({ askedMs: 30_000 })
    expect(asked).toHaveLength(1)
  })

  test('is sent nothing, and what was not sent is known to be unsent', async () => {
    const { authority, asked } = await throttledOnce({ 'retry-after': '30' })
    await authority.submit(company, [item()], always)
    expect(await authority.ready(company)).toEqual({ kind: 'pause', askedMs: 30_000, attention: null })
    expect(await authority.submit(company, [item()], always)).toMatchObject({
      outcomes: [{ kind: 'unsent', reason: 'throttled' }],
      advice: { kind: 'pause', askedMs: 30_000 },
    })
    expect(asked).toHaveLength(1)
  })

  test('by those who sign in is not signed in at meanwhile', async () => {
    const login = onceTooOften({ 'retry-after': '30' }, token)
    const { authority, asked, logins, clock } = await scripted({ api: () => fine, login })
    expect(await authority.validateTaxpayer(company, ali)).toEqual({ kind: 'unavailable' })
    expect(await authority.ready(company)).toMatchObject({ kind: 'pause', askedMs: 30_000 })
    expect(logins).toHaveLength(1)
    clock.pass(30_000)
    expect(await authority.validateTaxpayer(company, ali)).toEqual({ kind: 'valid' })
    expect([logins.length, asked.length]).toEqual([2, 1])
  })
})
