import { describe, expect, test } from 'vitest'
import { qrTextOf } from '../../../electron/gateway/authority/practice/taxpayer-questions.ts'
import { invoice, type Json, spoiled } from './documents.ts'
import { afterValidation, buyer, practise, signedIn, validDocument, wrap } from './support.ts'

describe('a document', () => {
  test('comes back raw exactly as it was sent', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const text = JSON.stringify(invoice()).replace('"PayableAmount":[{"_":5.3', '"PayableAmount":[ {"_":5.30')
    const { body } = await client.post('/api/v1.0/documentsubmissions/', { documents: [wrap(invoice(), text)] })
    const { status, body: raw } = await client.get(`/api/v1.0/documents/${body.acceptedDocuments[0].uuid}/raw`)
    expect({ status, document: raw.document }).toEqual({ status: 200, document: text })
  })

  test('that is invalid has details, and no raw text', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const { body } = await client.submit(invoice({ buyer: { tin: 'C99999999990', idNumber: '1' } }))
    afterValidation(practice)
    const [{ uuid }] = body.acceptedDocuments
    expect((await client.get(`/api/v1.0/documents/${uuid}/details`)).body.status).toBe('Invalid')
    expect((await client.get(`/api/v1.0/documents/${uuid}/raw`)).status).toBe(404)
  })

  test('is seen by its receiver when it counts, and by no third taxpayer', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const { body } = await client.submit(invoice())
    const path = `/api/v1.0/documents/${body.acceptedDocuments[0].uuid}/raw`
    const receiver = await signedIn(practice, buyer)
    expect((await receiver.get(path)).status).toBe(404)
    afterValidation(practice)
    expect((await receiver.get(path)).status).toBe(200)
    expect((await (await signedIn(practice, 'C31415926530')).get(path)).status).toBe(404)
  })

  test('that is valid has a page for whoever scans its code, under its long id only', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(
      practice,
      client,
      spoiled((it) => (it.ID[0]._ = '<b>1')),
    )
    const { longId } = practice.ledger.document(uuid) ?? {}
    const page = await fetch(`${practice.url}/${uuid}/share/${longId}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('&#60;b&#62;1')
    expect((await fetch(`${practice.url}/${uuid}/share/WRONG`)).status).toBe(404)
  })
})

describe('a search', () => {
  const window = 'submissionDateFrom=2026-11-20T04:00:00Z&submissionDateTo=2026-11-20T05:00:00Z'

  test.each([
    ['no dates', ''],
    ['one date', 'submissionDateFrom=2026-11-20T04:00:00Z'],
    ['no date in it', 'submissionDateFrom=x&submissionDateTo=y'],
    ['more than 31 days', 'submissionDateFrom=2026-10-01T00:00:00Z&submissionDateTo=2026-11-20T00:00:00Z'],
    ['a page of 101', `${window}&pageSize=101`],
    ['what is not searched by here', `${window}&status=Valid`],
  ])('with %s is a bad argument', async (_, query) => {
    const client = await signedIn(await practise())
    const { status, body } = await client.get(`/api/v1.0/documents/search?${query}`)
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'BadArgument' })
  })

  test('shows each document once, newest first, page after page', async () => {
    const client = await signedIn(await practise())
    await client.submit(...['A', 'B', 'C'].map((number) => invoice({ number })))
    const page = async (pageNo: number) =>
      (await client.get(`/api/v1.0/documents/search?${window}&pageNo=${pageNo}&pageSize=2`)).body
    const [first, second] = [await page(1), await page(2)]
    expect(first.metadata).toEqual({ totalPages: 2, totalCount: 3 })
    expect([...first.result, ...second.result].map((each: Json) => each.internalId)).toEqual(['C', 'B', 'A'])
  })

  test('tells sent from received', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    const found = async (who: typeof client, query: string) =>
      (await who.get(`/api/v1.0/documents/search?${window}&${query}`)).body.result.map((each: Json) => each.uuid)
    const receiver = await signedIn(practice, buyer)
    expect(await found(client, 'invoiceDirection=Sent')).toEqual([uuid])
    expect(await found(client, 'invoiceDirection=Received')).toEqual([])
    expect(await found(receiver, 'invoiceDirection=Received')).toEqual([uuid])
  })
})

describe('a taxpayer', () => {
  test.each([
    ['C25845632020?idType=BRN&idValue=201901234567', 200],
    ['C25845632020?idType=BRN&idValue=201501010101', 404],
    ['C25845632020?idType=NRIC&idValue=201901234567', 404],
    ['EI00000000010?idType=BRN&idValue=NA', 404],
    ['C25845632020?idType=SST&idValue=1', 400],
    ['hello?idType=BRN&idValue=1', 400],
    ['C25845632020?idType=BRN', 400],
  ])('validated as %s answers %i', async (asked, status) => {
    const client = await signedIn(await practise())
    const answer = await client.get(`/api/v1.0/taxpayer/validate/${asked}`)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body).toBeUndefined()
  })

  test('is found by number', async () => {
    const client = await signedIn(await practise())
    const search = (query: string) => client.get(`/api/v1.0/taxpayer/search/tin?${query}`)
    expect((await search('idType=NRIC&idValue=770625015324')).body).toEqual({ tin: 'IG10203040506' })
    expect((await search('idType=NRIC&idValue=770625015324&taxpayerName=A')).body.error.code).toBe('BadArgument')
    expect((await search('idType=BRN&idValue=999')).status).toBe(404)
    expect((await search('idType=BRN')).body.error.code).toBe('BadArgument')
    expect((await search('fileType=1')).body.error.code).toBe('BadArgument')
    expect((await search('idType=NRIC&idValue=770625015324&fileType=2')).status).toBe(404)
  })

  test('who shares a number with another is not told, in the recorded words', async () => {
    const client = await signedIn(await practise())
    const { status, body } = await client.get('/api/v1.0/taxpayer/search/tin?idType=BRN&idValue=200001000001')
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'BadRequest' })
    expect(body.error.message).toMatch(/^Search criteria in not conclusive and more than one TIN can be found/)
  })

  test('is read from its code', async () => {
    const client = await signedIn(await practise())
    const { body } = await client.get(`/api/v1.0/taxpayers/qrcodeinfo/${qrTextOf(buyer)}`)
    expect(body).toMatchObject({ tin: buyer, idType: 'BRN', idNumber: '201901234567' })
    expect((await client.get('/api/v1.0/taxpayers/qrcodeinfo/unknown')).status).toBe(404)
  })
})

test('the document types are the eight, each with its limits of 72 hours', async () => {
  const client = await signedIn(await practise())
  const { body } = await client.get('/api/v1.0/documenttypes')
  expect(body.result.map((each: Json) => each.invoiceTypeCode)).toEqual([1, 2, 3, 4, 11, 12, 13, 14])
  const [{ id }] = body.result
  const { body: one } = await client.get(`/api/v1.0/documenttypes/${id}`)
  expect(one.workflowParameters.map(({ parameter, value }: Json) => [parameter, value])).toEqual([
    ['submissionDuration', 72],
    ['cancellationDuration', 72],
    ['rejectionDuration', 72],
  ])
  expect((await client.get('/api/v1.0/documenttypes/999')).status).toBe(404)
})
