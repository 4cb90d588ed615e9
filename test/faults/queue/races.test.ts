import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { Cancellations } from '../../../electron/gateway/outbox/cancellations.ts'
import { claimAndSend } from '../../../electron/gateway/outbox/dispatch.ts'
import { Outbox } from '../../../electron/gateway/outbox/outbox.ts'
import { pollDue } from '../../../electron/gateway/outbox/poll.ts'
import { soleSenderLease } from '../../../electron/gateway/store/port/processes.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { openShop } from '../../support/shop.ts'
import { type Body, invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

describe('races', () => {
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

  /** A gate that a test opens. It tells when a caller waits at it. */
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
    const sending = claimAndSend(deps, manual.company)
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
      // Called after the due records were read and before any is claimed.
      ready: async (company) => {
        voided = await voidIt(sold)
        return real.ready(company)
      },
    }))
    await claimAndSend(deps, manual.company)
    expect(voided).toMatchObject({ status: 200 })
    expect(await statusOf(sold)).toMatchObject({ STATUS: 'Voided', SENT_AT: null })
    expect([there(sold).length, (await attemptsOf(sold)).length]).toEqual([0, 0])
  })

  test('a dispatcher that runs twice at once claims each document once (QR19)', async () => {
    const sold = await Promise.all(Array.from({ length: 20 }, () => sell()))
    await Promise.all(Array.from({ length: 4 }, () => claimAndSend(manual.deps, manual.company)))
    for (const sale of sold) {
      expect(there(sale)).toHaveLength(1)
      expect(await attemptsOf(sale)).toHaveLength(1)
    }
    await pollDue(manual.deps, manual.company)
  })

  describe('a cancellation', () => {
    const sellValid = async (): Promise<WireRecord> => {
      const sold = await sell()
      await claimAndSend(manual.deps, manual.company)
      await pollDue(manual.deps, manual.company)
      return sold
    }
    const cancel = ({ SALE_GUID }: WireRecord) =>
      manual.api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })

    test('stays made when an answer to an earlier poll comes after it (QR8)', async () => {
      const sold = await sell()
      await claimAndSend(manual.deps, manual.company)
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
      // Another round stores its answer first.
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
})

describe('another process sends', () => {
  const manual = openManualOutbox()

  test('what kept a company’s documents back says nothing any more once another process sends them', async () => {
    const { companyGuid } = manual.company.profile
    expect((await manual.api.submit('sale', 'invoice', invoice('1'))).status).toBe(202)
    let generation: number | null = 1
    let changed = () => {}
    const deps = {
      ...manual.depsWith(() => ({ ready: async () => ({ kind: 'pause', askedMs: null, attention: null }) })),
      sender: {
        ...soleSenderLease,
        generation: () => generation,
        isCurrent: async (asked: number) => asked === generation,
        listen(heard: () => void) {
          changed = heard
        },
      },
    }
    const outbox = new Outbox(deps, true, () => null)
    await outbox.start()
    await expect.poll(() => outbox.blockReasonOf(companyGuid)).not.toBeNull()
    generation = null
    changed()
    await expect.poll(() => outbox.blockReasonOf(companyGuid)).toBeNull()
    await outbox.stop()
  })
})

describe('many at once', () => {
  const manual = openManualOutbox()

  test('after an outage no more than four of all companies send at once, and all of them come to send (QR20)', async () => {
    const codes = Array.from({ length: 9 }, (_, at) => `SHOP${at}`)
    for (const [at, companyCode] of codes.entries()) {
      const { profile } = manual.company
      const companyGuid = `10000000-0000-4000-8000-00000000000${at}`
      await manual.deps.companies.save({ ...manual.company, profile: { ...profile, companyCode, companyGuid } }, 'test')
      const body = invoice('1', { COMPANY_CODE: companyCode, DOCUMENT_NUMBER: `${companyCode}-1` })
      expect((await manual.api.submit('sale', 'invoice', body)).status).toBe(202)
    }
    let inside = 0
    let most = 0
    const fourAreThere = Promise.withResolvers<void>()
    const deps = manual.depsWith((real) => ({
      async submit(company, batch, mayStillSend) {
        inside += 1
        most = Math.max(most, inside)
        // Holds all requests until the allowed number has arrived.
        if (inside === 4) fourAreThere.resolve()
        await fourAreThere.promise
        try {
          return await real.submit(company, batch, mayStillSend)
        } finally {
          inside -= 1
        }
      },
    }))
    const outbox = new Outbox(deps, true, () => null)
    await outbox.start()
    await expect.poll(() => manual.practice.ledger.documents().length).toBe(codes.length)
    await outbox.stop()
    expect(most).toBe(4)
  })
})

describe('intake', () => {
  const shop = openShop({ RESIT_DISPATCH: 'off' })
  const guidOf = (at: number) => `5e1f0000-0000-4000-8000-${String(at).padStart(12, '0')}`

  test('of fifty sales under one key at once, each with its own GUID, one is kept and the others are shown it (QR18)', async () => {
    const asks = Array.from({ length: 50 }, (_, at) => invoice('one key', { SALE_GUID: guidOf(at) }))
    const told = await Promise.all(asks.map((body) => shop.submit(body)))
    const [winner, ...others] = told.toSorted((one, other) => one.status - other.status)
    expect(winner?.status).toBe(202)
    for (const other of others)
      expect(other).toMatchObject({
        status: 409,
        body: { code: 'business_key_reused', record: { SALE_GUID: winner?.body.SALE_GUID } },
      })
    const statuses = await Promise.all(
      asks.map(({ SALE_GUID }) => shop.api.status('sale', 'invoice', String(SALE_GUID))),
    )
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  /** Sends a whole submission on a new connection and does not read the answer. */
  async function send(body: Body, token: string): Promise<Socket> {
    const { port } = shop.gateway
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const text = JSON.stringify(body)
    const head = [
      'POST /v1/sale/invoice_submission HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'Prefer: wait=20',
      `Content-Length: ${Buffer.byteLength(text)}`,
    ]
    await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${text}`, () => resolve()))
    return socket
  }

  const statusOf = async ({ SALE_GUID }: Body) => (await shop.api.status('sale', 'invoice', String(SALE_GUID))).status

  describe('a till that hangs up before its answer', () => {
    test('finds its sale kept when it sends it again (QR21)', async () => {
      const token = await shop.gateway.token()
      const bodies = Array.from({ length: 10 }, (_, at) => invoice(`k${at}`, { SALE_GUID: guidOf(1000 + at) }))
      const sockets = await Promise.all(bodies.map((body) => send(body, token)))
      for (const body of bodies) await expect.poll(() => statusOf(body)).toBe(200)
      for (const socket of sockets) socket.destroy()
      for (const body of bodies) {
        const again = await shop.submit(body)
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      }
    })

    test.each(['destroy', 'resetAndDestroy'] as const)(
      'by %s, so soon that nobody can say whether it was heard, has it kept once when it sends it again (QR21)',
      async (how) => {
        const token = await shop.gateway.token()
        const bodies = Array.from({ length: 20 }, (_, at) => invoice(`${how}${at}`, { SALE_GUID: randomUUID() }))
        await Promise.all(bodies.map(async (body) => (await send(body, token))[how]()))
        for (const body of bodies) {
          expect([200, 202]).toContain((await shop.submit(body)).status)
          expect((await shop.submit(body)).status).toBe(200)
        }
      },
    )
  })
})
