import { describe, expect, test } from 'vitest'
import { Cancellations } from '../../../electron/gateway/outbox/cancellations.ts'
import { dispatchBatch } from '../../../electron/gateway/outbox/dispatch.ts'
import { pollDue } from '../../../electron/gateway/outbox/poll.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

const manual = openManualOutbox()
let sales = 0

async function sell(): Promise<WireRecord> {
  sales += 1
  const { status, body } = await manual.api.submit('sale', 'invoice', invoice(`r${sales}`))
  expect(status).toBe(202)
  return body
}

const statusOf = async ({ SALE_GUID }: WireRecord) => (await manual.api.status('sale', 'invoice', SALE_GUID)).body
const voidIt = ({ SALE_GUID }: WireRecord) => manual.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID })
const there = ({ DOCUMENT_NUMBER }: WireRecord) =>
  manual.practice.ledger.documents().filter(({ internalId }) => internalId === DOCUMENT_NUMBER)
const attemptsOf = async ({ SALE_GUID }: WireRecord) => {
  const stored = await manual.deps.records.byGuid(SALE_GUID)
  return stored ? manual.deps.records.attempts(stored.seq) : []
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
  const deps = manual.depsWith((real) => ({
    submit: async (...given) => {
      await gate.pass()
      return real.submit(...given)
    },
  }))
  const sending = dispatchBatch(deps, manual.company)
  await gate.reached
  expect(await voidIt(sold)).toMatchObject({ status: 409, body: { code: 'void_denied_in_progress' } })
  expect(there(sold)).toEqual([])
  gate.open()
  await sending
  await pollDue(manual.deps, manual.company)
  expect(await statusOf(sold)).toMatchObject({ STATUS: 'Valid', VOIDED_AT: null })
  expect(there(sold)).toHaveLength(1)
})

test('a void that comes while a document is built wins, and no byte of it leaves (QR1)', async () => {
  const sold = await sell()
  let voided: Awaited<ReturnType<typeof voidIt>> | null = null
  const deps = manual.depsWith((real) => ({
    // Asked after what is due was read and before anything is claimed.
    ready: async (company) => {
      voided = await voidIt(sold)
      return real.ready(company)
    },
  }))
  await dispatchBatch(deps, manual.company)
  expect(voided).toMatchObject({ status: 200 })
  expect(await statusOf(sold)).toMatchObject({ STATUS: 'Voided', SENT_AT: null })
  expect([there(sold).length, (await attemptsOf(sold)).length]).toEqual([0, 0])
})

test('a dispatcher that runs twice at once claims each document once (QR19)', async () => {
  const sold = await Promise.all(Array.from({ length: 20 }, () => sell()))
  await Promise.all(Array.from({ length: 4 }, () => dispatchBatch(manual.deps, manual.company)))
  for (const sale of sold) {
    expect(there(sale)).toHaveLength(1)
    expect(await attemptsOf(sale)).toHaveLength(1)
  }
  await pollDue(manual.deps, manual.company)
})

describe('a cancellation', () => {
  const sellValid = async (): Promise<WireRecord> => {
    const sold = await sell()
    await dispatchBatch(manual.deps, manual.company)
    await pollDue(manual.deps, manual.company)
    return sold
  }
  const cancel = ({ SALE_GUID }: WireRecord) =>
    manual.api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })

  test('stays made when an answer to an earlier poll comes after it (QR8)', async () => {
    const sold = await sell()
    await dispatchBatch(manual.deps, manual.company)
    const gate = aGate()
    const late = manual.depsWith((real) => ({
      poll: async (...given) => {
        const answer = await real.poll(...given)
        await gate.pass()
        return answer
      },
    }))
    const polling = pollDue(late, manual.company)
    await gate.reached
    // Another round had its answer sooner.
    await pollDue(manual.deps, manual.company)
    await cancel(sold)
    await new Cancellations(manual.deps).workOff(manual.company)
    const cancelled = await statusOf(sold)
    expect(cancelled.STATUS).toBe('Cancelled')
    gate.open()
    await polling
    expect(await statusOf(sold)).toEqual(cancelled)
  })

  test('asked for by two at once is asked of the authority once (QR10)', async () => {
    const sold = await sellValid()
    let asked = 0
    const deps = manual.depsWith((real) => ({
      cancel: (...given) => {
        asked += 1
        return real.cancel(...given)
      },
    }))
    const told = await Promise.all(Array.from({ length: 5 }, () => cancel(sold)))
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([202]))
    const cancellations = new Cancellations(deps)
    await Promise.all([cancellations.workOff(manual.company), cancellations.workOff(manual.company)])
    expect(asked).toBe(1)
    expect(await statusOf(sold)).toMatchObject({ STATUS: 'Cancelled', CANCELLATION: { STATE: 'Accepted' } })
  })
})
