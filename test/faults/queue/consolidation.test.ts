import { expect, test } from 'vitest'
import { Consolidation } from '../../../electron/gateway/features/consolidation/consolidation.ts'
import { Changes } from '../../../electron/gateway/features/records/changes.ts'
import type { Consolidations } from '../../../electron/gateway/store/port/consolidation.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { type Body, coffee, document, invoice } from '../../support/till.ts'
import { openManualOutbox } from './manual-outbox.ts'

/*
 * A receipt that waits is never voided (QR6): what a void and a run of consolidation can both want is a refund that
 * waits for such a receipt. The run nets it, or the void takes it back; never both, and never half.
 */

const manual = openManualOutbox()
let tills = 0

interface Pair {
  readonly terminal: string
  readonly receipt: WireRecord
  readonly refund: WireRecord
}

const now = () => new Date(Date.now() - 1_000).toISOString()

/** Ten cups sold and four given back: 37.10 and 14.84 to pay. */
async function sellAndRefund(terminal: string, code: string): Promise<Pair> {
  const at: Body = { TERMINAL_NAME: terminal, ISSUED_AT: now(), BUYER: null }
  const lines = (QUANTITY: number) => [{ ...coffee, QUANTITY }]
  const sold = invoice(`R${code}`, { ...at, CONSOLIDATE: true, LINES: lines(10) })
  const receipt = (await manual.api.submit('sale', 'invoice', sold)).body
  const given = { ...at, ORIGINALS: [{ SALE_GUID: receipt.SALE_GUID }], LINES: lines(4) }
  const { status, body } = await manual.api.submit(
    'sale',
    'refund_note',
    document('sale', 'refund_note', `B${code}`, given),
  )
  expect([status, body.ATTENTION?.CODE]).toEqual([202, 'waits_for_original'])
  return { terminal, receipt, refund: body }
}

const aTill = (): string => {
  tills += 1
  return `Q${tills}`
}

const voidRefund = ({ refund: { SALE_GUID } }: Pair) =>
  manual.api.post('/sale/refund_note_void/by_sale_guid', { SALE_GUID })
const shown = async (record: WireRecord) => (await manual.api.status('sale', record.KIND, record.SALE_GUID)).body

/** The same store, where some calls are others. */
const heldUp = (real: Consolidations, calls: Partial<Consolidations>): Consolidations =>
  new Proxy(real, {
    get(target, name) {
      const call: unknown = Reflect.get(calls, name) ?? Reflect.get(target, name)
      return typeof call === 'function' ? call.bind(target) : call
    },
  })

/** A run over everything there is, by the gateway's own store, some of whose calls may be held up. */
async function runWith(calls: (real: Consolidations) => Partial<Consolidations> = () => ({})): Promise<void> {
  const { store } = manual.shop.gateway
  const real = store.consolidations
  const { clock, randomness, log, companies } = manual.deps
  const consolidation = new Consolidation({
    consolidations: heldUp(real, calls(real)),
    records: store.records,
    companies,
    changes: new Changes(),
    clock,
    randomness,
    log,
    outbox: { wake: () => undefined },
    isStorageSound: () => true,
    isInCharge: () => true,
    authority: { clock: { status: () => ({ kind: 'right' }) } },
  })
  const lastDay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { id } = await consolidation.begin({ company: manual.company, lastDay, shift: null }, 'person:Farid')
  await consolidation.ended(id)
}

/** What became of a pair: the document it is in counts exactly what is a member of it. */
async function outcomeOf({ receipt, refund }: Pair) {
  const [sold, back] = await Promise.all([shown(receipt), shown(refund)])
  expect(sold.CONSOLIDATED_INTO).not.toBeNull()
  const into = await manual.shop.gateway.store.records.byGuid(sold.CONSOLIDATED_INTO ?? '')
  return {
    refund: back.STATUS,
    isNetted: back.CONSOLIDATED_INTO === sold.CONSOLIDATED_INTO,
    members: into?.record.members,
    total: into?.record.totalPayable,
  }
}

const taken = { refund: 'Pending', isNetted: true, members: 2, total: '22.26' }
const voided = { refund: 'Voided', isNetted: false, members: 1, total: '37.10' }

test('a void that comes between a run’s plan and its document wins, and the receipt is counted whole (QR22)', async () => {
  const pair = await sellAndRefund(aTill(), '1')
  let answer: Awaited<ReturnType<typeof voidRefund>> | null = null
  await runWith((real) => ({
    // The plan is made from what was read here; it no longer holds when its document is stored.
    receipts: async (...given) => {
      const page = await real.receipts(...given)
      answer ??= await voidRefund(pair)
      return page
    },
  }))
  expect(answer).toMatchObject({ status: 200, body: { STATUS: 'Voided' } })
  expect(await outcomeOf(pair)).toEqual(voided)
})

test('a void that comes after the document is stored is denied, and the refund stays netted (QR22)', async () => {
  const pair = await sellAndRefund(aTill(), '1')
  let answer: Awaited<ReturnType<typeof voidRefund>> | null = null
  await runWith((real) => ({
    consolidate: async (...given) => {
      const written = await real.consolidate(...given)
      answer ??= await voidRefund(pair)
      return written
    },
  }))
  expect(answer).toMatchObject({ status: 409, body: { code: 'void_denied_consolidated' } })
  expect(await outcomeOf(pair)).toEqual(taken)
})

test('of a hundred voids that race one run each either wins or is denied, and every sum fits (QR22)', async () => {
  const pairs: Pair[] = []
  for (let till = 0; till < 20; till += 1) pairs.push(await sellAndRefund(aTill(), '1'))
  const asked = pairs.flatMap((pair) => Array.from({ length: 5 }, () => pair))
  const running = runWith()
  const answers = await Promise.all(asked.map(voidRefund))
  await running
  for (const [at, pair] of pairs.entries()) {
    const codes = answers.slice(5 * at, 5 * at + 5).map(({ status, body }) => (status === 200 ? 'voided' : body.code))
    const outcome = await outcomeOf(pair)
    const isVoided = codes.includes('voided')
    expect([outcome, codes.filter((code) => code === 'voided').length]).toEqual(isVoided ? [voided, 1] : [taken, 0])
    // Who asks again afterwards is told that it is done, or that it cannot be.
    expect(new Set(codes.filter((code) => code !== 'voided'))).toEqual(
      new Set([isVoided ? 'void_denied_locked' : 'void_denied_consolidated']),
    )
  }
})
