import { describe, expect, test } from 'vitest'
import { generalPublic, invoice } from './documents.ts'
import { afterValidation, buyer, practise, signedIn, validDocument } from './support.ts'

const hourMs = 3_600_000

const refusalOf = (code: string, target: string, message: string) => ({
  error: {
    code: 'AccessDenied',
    message: 'The document cannot be cancelled or requested for rejection',
    target: 'Update Document Status',
    details: [{ code, target, message }],
  },
})

describe('a cancellation', () => {
  test('of a valid document by its issuer happens, and shows', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    const { status, body } = await client.cancel(uuid, 'Wrong buyer')
    expect({ status, body }).toEqual({ status: 200, body: { uuid, status: 'Cancelled' } })
    expect((await client.get(`/api/v1.0/documents/${uuid}/details`)).body).toMatchObject({
      status: 'Cancelled',
      cancelDateTime: '2026-11-20T04:06:07Z',
      documentStatusReason: 'Wrong buyer',
    })
  })

  test('by anybody else is forbidden, in the recorded body', async () => {
    const practice = await practise()
    const uuid = await validDocument(practice, await signedIn(practice))
    const { status, body } = await (await signedIn(practice, buyer)).cancel(uuid)
    expect(status).toBe(403)
    expect(body).toEqual(
      refusalOf('Forbidden', 'Document.UUID', 'It seems that you are not authorized to update document status'),
    )
  })

  test('is possible for 72 hours from the validation, not a millisecond longer', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const [inTime, late] = [
      await validDocument(practice, client, invoice({ number: 'A' })),
      await validDocument(practice, client, invoice({ number: 'B' })),
    ]
    const { validatedAt } = practice.ledger.document(late) ?? {}
    const over = (validatedAt ?? 0) + 72 * hourMs
    const { validatedAt: first } = practice.ledger.document(inTime) ?? {}
    practice.clock.advance((first ?? 0) + 72 * hourMs - practice.clock.now())
    expect((await (await signedIn(practice)).cancel(inTime)).status).toBe(200)
    practice.clock.advance(over + 1 - practice.clock.now())
    const { status, body } = await (await signedIn(practice)).cancel(late)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'AccessDenied', details: [{ code: 'OperationPeriodOver' }] })
  })

  test('of what is not valid, or not any more, is in the wrong state', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const { body } = await client.submit(invoice())
    const [{ uuid }] = body.acceptedDocuments
    const early = await client.cancel(uuid)
    expect(early.body.error.details[0].code).toBe('IncorrectState')
    afterValidation(practice)
    await client.cancel(uuid)
    const twice = await client.cancel(uuid)
    expect(twice.status).toBe(400)
    expect(twice.body.error.details[0].code).toBe('IncorrectState')
  })

  test('waits until the notes on the document are cancelled', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    const note = await validDocument(practice, client, invoice({ number: 'CN-1', type: '02', references: [uuid] }))
    const { status, body } = await client.cancel(uuid)
    expect(status).toBe(400)
    expect(body.error.details[0].code).toBe('ActiveReferencingDocuments')
    await client.cancel(note)
    expect((await client.cancel(uuid)).status).toBe(200)
  })

  test.each([
    ['no reason', { status: 'cancelled', reason: ' ' }],
    ['a reason of 301 characters', { status: 'cancelled', reason: 'x'.repeat(301) }],
    ['another status', { status: 'void', reason: 'x' }],
  ])('with %s is a bad argument', async (_, wish) => {
    const practice = await practise()
    const client = await signedIn(practice)
    const uuid = await validDocument(practice, client)
    const { status, body } = await client.put(`/api/v1.0/documents/state/${uuid}/state`, wish)
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'BadArgument' })
  })

  test('of a document nobody knows finds nothing', async () => {
    const client = await signedIn(await practise())
    expect((await client.cancel('NYEA8PYC59ED2WJB91XBJZYJ10')).status).toBe(404)
  })
})

describe('a request for rejection', () => {
  const reject = { status: 'rejected', reason: 'Not ours' }

  test('by the receiver is kept, once, and the document stays valid', async () => {
    const practice = await practise()
    const issuer = await signedIn(practice)
    const uuid = await validDocument(practice, issuer)
    const receiver = await signedIn(practice, buyer)
    const path = `/api/v1.0/documents/state/${uuid}/state`
    const { status, body } = await receiver.put(path, reject)
    expect({ status, body }).toEqual({ status: 200, body: { uuid, status: 'Requested for Rejection' } })
    expect((await issuer.get(`/api/v1.0/documents/${uuid}/details`)).body).toMatchObject({
      status: 'Valid',
      rejectRequestDateTime: '2026-11-20T04:06:07Z',
      documentStatusReason: 'Not ours',
    })
    expect((await receiver.put(path, reject)).body.error.details[0].code).toBe('IncorrectState')
    expect((await issuer.put(path, reject)).status).toBe(403)
  })

  test('of what went to the general public can come from nobody', async () => {
    const practice = await practise()
    const issuer = await signedIn(practice)
    const uuid = await validDocument(practice, issuer, invoice({ buyer: generalPublic, classification: '004' }))
    const { status } = await issuer.put(`/api/v1.0/documents/state/${uuid}/state`, reject)
    expect(status).toBe(403)
  })
})
