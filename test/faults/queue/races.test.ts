import { describe, expect, test } from 'vitest'
import { Cancellations } from '../../../electron/gateway/outbox/cancellations.ts'
import { dispatchBatch } from '../../../electron/gateway/outbox/dispatch.ts'
import { pollDue } from '../../../electron/gateway/outbox/poll.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { invoice } from '../../support/till.ts'
import { openDesk } from './desk.ts'

const desk = openDesk()
let sales = 0

async function sell(): Promise<WireRecord> {
  sales += 1
  const { status, body } = await desk.api.submit('sale', 'invoice', invoice(`r${sales}`))
  expect(status).toBe(202)
  return body
}

const statusOf = async ({ SALE_GUID }: WireRecord) => (await desk.api.status('sale', 'invoice', SALE_GUID)).body
const voidIt = ({ SALE_GUID }: WireRecord) => desk.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })
const there = ({ DOCUMENT_NUMBER }: WireRecord) =>
  desk.practice.ledger.documents().filter(({ internalId }) => internalId === DOCUMENT_NUMBER)
const attemptsOf = async ({ SALE_GUID }: WireRecord) => {
  const stored = await desk.parts.records.byGuid(SALE_GUID)
  return stored ? desk.parts.records.attempts(stored.seq) : []
}

/** A gate that is shut until a test opens it, and says when somebody stands before it. */
function aGate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    pass: () => {
      reached.resolve()
      return opened.promise
    },
  }
}

test('a void between claim and first byte is denied, and the document goes as if nobody had asked (QR2)', async () => {
  const sold = await sell()
  const gate = aGate()
  const parts = desk.partsWith((real) => ({
    submit: async (...given) => {
      await gate.pass()
      return real.submit(...given)
    },
  }))
  const sending = dispatchBatch(parts, desk.company)
  await gate.reached
  expect(await voidIt(sold)).toMatchObject({ status: 409, body: { code: 'void_denied_in_progress' } })
  expect(there(sold)).toEqual([])
  gate.open()
  await sending
  await pollDue(desk.parts, desk.company)
  expect(await statusOf(sold)).toMatchObject({ STATUS: 'Valid', VOIDED_AT: null })
  expect(there(sold)).toHaveLength(1)
})

test('a void that comes while a document is built wins, and no byte of it leaves (QR1)', async () => {
  const sold = await sell()
  let voided: Awaited<ReturnType<typeof voidIt>> | null = null
  const parts = desk.partsWith((real) => ({
    // Asked after what is due was read and before anything is claimed.
    ready: async (company) => {
      voided = await voidIt(sold)
      return real.ready(company)
    },
  }))
  await dispatchBatch(parts, desk.company)
  expect(voided).toMatchObject({ status: 200 })
  expect(await statusOf(sold)).toMatchObject({ STATUS: 'Voided', SENT_AT: null })
  expect([there(sold).length, (await attemptsOf(sold)).length]).toEqual([0, 0])
})

test('a dispatcher that runs twice at once claims each document once (QR19)', async () => {
  const sold = await Promise.all(Array.from({ length: 20 }, () => sell()))
  await Promise.all(Array.from({ length: 4 }, () => dispatchBatch(desk.parts, desk.company)))
  for (const sale of sold) {
    expect(there(sale)).toHaveLength(1)
    expect(await attemptsOf(sale)).toHaveLength(1)
  }
  await pollDue(desk.parts, desk.company)
})

describe('a cancellation', () => {
  const sellValid = async (): Promise<WireRecord> => {
    const sold = await sell()
    await dispatchBatch(desk.parts, desk.company)
    await pollDue(desk.parts, desk.company)
    return sold
  }
  const cancel = ({ SALE_GUID }: WireRecord) =>
    desk.api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })

  test('stays made when an answer to an earlier poll comes after it (QR8)', async () => {
    const sold = await sell()
    await dispatchBatch(desk.parts, desk.company)
    const gate = aGate()
    const late = desk.partsWith((real) => ({
      poll: async (...given) => {
        const answer = await real.poll(...given)
        await gate.pass()
        return answer
      },
    }))
    const polling = pollDue(late, desk.company)
    await gate.reached
    // Another round had its answer sooner.
    await pollDue(desk.parts, desk.company)
    await cancel(sold)
    await new Cancellations(desk.parts).workOff(desk.company)
    const cancelled = await statusOf(sold)
    expect(cancelled.STATUS).toBe('Cancelled')
    gate.open()
    await polling
    expect(await statusOf(sold)).toEqual(cancelled)
  })

  test('asked for by two at once is asked of the authority once (QR10)', async () => {
    const sold = await sellValid()
    let asked = 0
    const parts = desk.partsWith((real) => ({
      cancel: (...given) => {
        asked += 1
        return real.cancel(...given)
      },
    }))
    const told = await Promise.all(Array.from({ length: 5 }, () => cancel(sold)))
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([202]))
    const cancellations = new Cancellations(parts)
    await Promise.all([cancellations.workOff(desk.company), cancellations.workOff(desk.company)])
    expect(asked).toBe(1)
    expect(await statusOf(sold)).toMatchObject({ STATUS: 'Cancelled', CANCELLATION: { STATE: 'Accepted' } })
  })
})
