import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testTaxpayers } from '../../../electron/gateway/authority/practice/taxpayers.ts'
import { isTin } from '../../../shared/document/party.ts'
import { invoice } from './documents.ts'
import { afterValidation, askToken, clientWith, practise, signedIn, validDocument } from './support.ts'

describe('the range of TINs to test with', () => {
  const said = readFileSync(new URL('../../../docs/rehearse.md', import.meta.url), 'utf8')

  test.each(testTaxpayers)('$tin is one that a till may send, and is told in the docs', ({ tin, idNumber }) => {
    expect(isTin(tin)).toBe(true)
    expect(said).toContain(tin)
    expect(said).toContain(idNumber)
  })

  const statusWith = async (tin: string, idNumber: string) => {
    const practice = await practise()
    const client = await signedIn(practice)
    const { body } = await client.submit(invoice({ buyer: { tin, idNumber } }))
    afterValidation(practice)
    const shown = await client.get(`/api/v1.0/documents/${body.acceptedDocuments[0].uuid}/details`)
    return [shown.body.status, JSON.stringify(shown.body.validationResults)]
  }
  test.each([
    ['C99000000010', '209901000010', 'Valid', '"Valid"'],
    ['C99000000020', '209901000020', 'Invalid', 'ERR406'],
    ['C99000000060', '209901000060', 'Invalid', 'Buyer TIN is inactive'],
  ])('a document to %s is %s', async (tin, idNumber, status, says) => {
    expect(said).toContain(tin)
    const [shown, results] = await statusWith(tin, idNumber)
    expect(shown).toBe(status)
    expect(results).toContain(says)
  })

  test.each([
    ['BRN', '209901000030', '', 400],
    ['BRN', '209901000030', '&fileType=2', 400],
    ['NRIC', '990101145050', '', 400],
    ['NRIC', '990101145050', '&fileType=1', 200],
  ])('a search for %s %s%s is %i', async (idType, idValue, more, status) => {
    const client = await signedIn(await practise())
    const path = `/api/v1.0/taxpayer/search/tin?idType=${idType}&idValue=${idValue}${more}`
    expect((await client.get(path)).status).toBe(status)
  })
})

describe('what the real authority has been seen to do', () => {
  test('a valid document is shown without its long id for a while', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    await practice.faults.set({ kind: 'late_long_id', ms: 60_000 })
    const uuid = await validDocument(practice, client)
    const longId = async (): Promise<string> => (await client.get(`/api/v1.0/documents/${uuid}/details`)).body.longId
    expect(await longId()).toBe('')
    practice.clock.advance(60_000)
    expect(await longId()).toBe(practice.ledger.document(uuid)?.longId)
  })

  test.each(['pretty', 'base64'] as const)('a document is given back in %s form, and says the same', async (form) => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    await practice.faults.set({ kind: 'raw_form', form })
    const { document } = (await client.get(`/api/v1.0/documents/${uuid}/raw`)).body
    expect(document).not.toBe(practice.ledger.textOf(uuid))
    const text = form === 'base64' ? Buffer.from(document, 'base64').toString('utf8') : document
    expect(JSON.parse(text)).toEqual(invoice())
  })

  test('a token of another taxpayer is refused for the whole submission', async () => {
    const practice = await practise()
    await practice.faults.set({ kind: 'foreign_token', tin: 'C25845632020' })
    const { body } = await (await signedIn(practice)).submit(invoice())
    expect(JSON.stringify(body)).toContain('The authenticated TIN and documents TIN is not matching')
  })

  test('the limits are lower than published, by as much as one likes', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    await practice.faults.set({ kind: 'low_limits', share: 0.25 })
    const statuses: number[] = []
    for (let search = 0; search < 4; search += 1) statuses.push((await client.get('/api/v1.0/documents/search')).status)
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  test('signing in on behalf of a taxpayer takes its TIN, or TIN and registration', async () => {
    const practice = await practise()
    const { clientId, clientSecret } = practice.credentialsFor('C31415926530')
    const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
    for (const onbehalfof of ['C20830570210', 'C20830570210:202001234567']) {
      const { body } = await askToken(practice.url, form, { onbehalfof })
      const answer = await clientWith(practice.url, body.access_token).submit(invoice({ number: onbehalfof }))
      expect(answer.body.acceptedDocuments).toHaveLength(1)
    }
    const wrong = await askToken(practice.url, form, { onbehalfof: 'C20830570210:209901000010' })
    expect(wrong).toMatchObject({ status: 400, body: { error: 'unauthorised_client' } })
  })
})
