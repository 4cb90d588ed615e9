import { describe, expect, test } from 'vitest'
import { invoice, issuedAt, spoiled } from './documents.ts'
import { afterValidation, buyer, practise, signedIn, wrap } from './support.ts'

const uid = /^[A-Z0-9]{26}$/

describe('a submission that is in order', () => {
  test('is answered 202 in the recorded shape, with UIDs that end alike', async () => {
    const client = await signedIn(await practise())
    const { status, headers, body } = await client.submit(invoice())
    expect(status).toBe(202)
    expect(body).toEqual({
      submissionUid: expect.stringMatching(uid),
      acceptedDocuments: [{ uuid: expect.stringMatching(uid), invoiceCodeNumber: 'INV-000123' }],
      rejectedDocuments: [],
    })
    expect(body.acceptedDocuments[0].uuid.slice(-10)).toBe(body.submissionUid.slice(-10))
    expect(headers.get('correlationId')).toMatch(/^0HND[0-9A-F]{9}:[0-9A-F]{8}$/)
    expect(headers.get('X-Rate-Limit-Limit')).toBe('100')
    expect(headers.get('X-Rate-Limit-Remaining')).toBe('99')
  })

  test('is taken without the slash at the end of the path too', async () => {
    const client = await signedIn(await practise())
    const { status } = await client.post('/api/v1.0/documentsubmissions', { documents: [wrap(invoice())] })
    expect(status).toBe(202)
  })

  test('is shown by get submission in the recorded shape, first in progress, then valid', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const { body: submitted } = await client.submit(invoice())
    const [{ uuid }] = submitted.acceptedDocuments
    const path = `/api/v1.0/documentsubmissions/${submitted.submissionUid}?pageNo=1&pageSize=100`
    const { body: before } = await client.get(path)
    expect(before.overallStatus).toBe('InProgress')
    expect(before.documentSummary[0]).toMatchObject({ status: 'Submitted', longId: '', dateTimeValidated: null })
    afterValidation(practice)
    const { body } = await client.get(path)
    expect(body).toEqual({
      submissionUid: submitted.submissionUid,
      documentCount: 1,
      dateTimeReceived: '2026-11-20T04:06:06Z',
      overallStatus: 'Valid',
      documentSummary: [
        {
          uuid,
          submissionUid: submitted.submissionUid,
          longId: expect.stringMatching(/^[A-Z0-9]{40,}$/),
          internalId: 'INV-000123',
          typeName: 'Invoice',
          typeVersionName: 'Version 1',
          issuerTin: 'C20830570210',
          issuerName: 'Kedai Kopi Contoh Sdn. Bhd.',
          receiverId: '201901234567',
          receiverName: 'Syarikat Pelanggan Sdn. Bhd.',
          dateTimeIssued: '2026-11-20T04:05:06Z',
          dateTimeReceived: '2026-11-20T04:06:06Z',
          dateTimeValidated: '2026-11-20T04:06:06Z',
          totalPayableAmount: 5.3,
          totalExcludingTax: 5,
          totalDiscount: 0,
          totalNetAmount: 5,
          status: 'Valid',
          cancelDateTime: null,
          rejectRequestDateTime: null,
          documentStatusReason: null,
          createdByUserId: expect.stringMatching(/^C20830570210:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        },
      ],
    })
  })

  test('is not shown to anybody else', async () => {
    const practice = await practise()
    const { body } = await (await signedIn(practice)).submit(invoice())
    const other = await signedIn(practice, buyer)
    expect((await other.get(`/api/v1.0/documentsubmissions/${body.submissionUid}`)).status).toBe(404)
  })
})

describe('a document that fails an immediate check', () => {
  test('with another hash is rejected in the recorded shape, and no submission comes about', async () => {
    const client = await signedIn(await practise())
    const wrapped = { ...wrap(invoice()), documentHash: '0'.repeat(64) }
    const { status, body } = await client.post('/api/v1.0/documentsubmissions/', { documents: [wrapped] })
    expect(status).toBe(202)
    expect(body).toEqual({
      submissionUid: null,
      acceptedDocuments: [],
      rejectedDocuments: [
        {
          invoiceCodeNumber: 'INV-000123',
          error: {
            code: null,
            message: 'Validation Error',
            target: 'INV-000123',
            propertyPath: null,
            details: [
              {
                code: null,
                message: 'Document hash is not valid.',
                target: 'documentHash',
                propertyPath: null,
                details: null,
              },
            ],
          },
        },
      ],
    })
  })

  test('with a hash in capital letters is rejected too', async () => {
    const client = await signedIn(await practise())
    const wrapped = wrap(invoice())
    const shouted = { ...wrapped, documentHash: wrapped.documentHash.toUpperCase() }
    const { body } = await client.post('/api/v1.0/documentsubmissions/', { documents: [shouted] })
    expect(body.rejectedDocuments).toHaveLength(1)
  })

  test('with an issue time of 72 hours ago is taken, of a second more is too old by the recorded error', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const oldest = issuedAt + 60_000 - 72 * 3_600_000
    const justRight = await client.submit(invoice({ issued: oldest }))
    expect(justRight.body.acceptedDocuments).toHaveLength(1)
    const { body } = await client.submit(invoice({ issued: oldest - 1_000 }))
    expect(body.rejectedDocuments[0].error.details).toEqual([
      {
        code: 'CF321',
        message: 'Issuance date time value of the document is too old that cannot be submitted.',
        target: 'DatetimeIssued',
        propertyPath: 'Invoice.IssueDate AND Invoice.IssueTime',
        details: null,
      },
    ])
  })

  test('with an issue time a second ahead of the authority is in the future', async () => {
    const client = await signedIn(await practise())
    const { body } = await client.submit(invoice({ issued: issuedAt + 61_000 }))
    expect(body.rejectedDocuments[0].error.details[0].message).toBe('Document issuance date and time is in the future.')
  })

  test('does not keep the others of its batch from being taken', async () => {
    const client = await signedIn(await practise())
    const wrong = spoiled((it) => delete it.LegalMonetaryTotal, { number: 'INV-2' })
    const { body } = await client.submit(invoice({ number: 'INV-1' }), wrong, invoice({ number: 'INV-3' }))
    expect(body.acceptedDocuments.map((each: { invoiceCodeNumber: string }) => each.invoiceCodeNumber)).toEqual([
      'INV-1',
      'INV-3',
    ])
    expect(body.rejectedDocuments[0].error.details[0].propertyPath).toBe('Invoice.LegalMonetaryTotal')
  })
})

describe('a submission refused as a whole', () => {
  test('is of another taxpayer than the one signed in: the recorded body', async () => {
    const client = await signedIn(await practise(), buyer)
    const { status, body } = await client.submit(invoice())
    expect(status).toBe(400)
    expect(body).toEqual({
      error: {
        code: 'ValidationError',
        message: null,
        target: null,
        details: [
          {
            code: 'submission',
            target: 'submission',
            message: 'The authenticated TIN and documents TIN is not matching ',
          },
        ],
      },
    })
  })

  test.each([
    ['no JSON', '{"documents":['],
    ['no documents', '{"documents":[]}'],
    ['something else', '{"invoices":[]}'],
    ['a document of another format', JSON.stringify({ documents: [{ ...wrap(invoice()), format: 'XML' }] })],
  ])('has %s: BadStructure', async (_, body) => {
    const client = await signedIn(await practise())
    const answer = await client.post('/api/v1.0/documentsubmissions/', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('BadStructure')
  })

  test.each([
    ['101 documents', () => Array.from({ length: 101 }, () => wrap(invoice()))],
    ['a document over 300 KB', () => [wrap(invoice(), ' '.repeat(300 * 1024) + JSON.stringify(invoice()))]],
    ['more than 5 MB', () => Array.from({ length: 20 }, () => wrap(invoice(), ' '.repeat(200 * 1024)))],
  ])('has %s: MaximumSizeExceeded', async (_, documents) => {
    const client = await signedIn(await practise())
    const answer = await client.post('/api/v1.0/documentsubmissions/', { documents: documents() })
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('MaximumSizeExceeded')
  })

  test('came a moment ago: refused until ten minutes are over, telling how long that is', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    await client.submit(invoice())
    practice.clock.advance(9 * 60_000)
    const again = await client.submit(invoice())
    expect(again.status).toBe(422)
    expect(again.body.error.code).toBe('DuplicateSubmission')
    expect(again.headers.get('Retry-After')).toBe('60')
    practice.clock.advance(60_000)
    expect((await client.submit(invoice())).status).toBe(202)
  })
})
