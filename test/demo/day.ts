import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Family, Kind } from '../../shared/domain/record.ts'
import { type Api, apiOf, type Told } from '../support/api.ts'
import type { TestGateway } from '../support/gateway.ts'
import { customer, document, invoice } from '../support/till.ts'
import type { Step } from './table.ts'

const notes: readonly Kind[] = ['credit_note', 'debit_note', 'refund_note']

/** All steps of a shop's day, in order. @param practice the authority that the shop or its head office sends to */
export async function day(shop: TestGateway, practice: Practice): Promise<readonly Step[]> {
  const steps: Step[] = []
  const api = apiOf(shop, await shop.token())
  const add = (what: string, expected: string, saw: string, said: string) => steps.push({ what, expected, saw, said })
  const outcome = (what: string, expected: string, { STATUS, NEXT_ACTION }: WireRecord) =>
    add(what, expected, STATUS, NEXT_ACTION.REASON)
  const refusal = (what: string, expected: string, { status, body }: Told) =>
    add(what, expected, `${status} ${body.code}`, body.detail)

  const sold = await valid(api, ['sale', 'invoice'], '0001')
  outcome('an invoice', 'Valid', sold)
  for (const kind of notes) {
    const note = await valid(api, ['sale', kind], `0001-${kind}`, { ORIGINALS: [{ SALE_GUID: sold.SALE_GUID }] })
    outcome(`a ${kind.replace('_', ' ')} on it`, 'Valid', note)
  }
  const bought = await valid(api, ['self_billed', 'invoice'], '0002')
  outcome('a self-billed invoice', 'Valid', bought)
  for (const kind of notes) {
    const note = await valid(api, ['self_billed', kind], `0002-${kind}`, {
      ORIGINALS: [{ SALE_GUID: bought.SALE_GUID }],
    })
    outcome(`a self-billed ${kind.replace('_', ' ')} on it`, 'Valid', note)
  }

  const mistake = await api.submit('sale', 'invoice', invoice('0003'))
  const voided = await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: mistake.body.SALE_GUID })
  outcome('a void before it was sent', 'Voided', voided.body)
  refusal(
    'a void too late',
    '409 void_denied_valid',
    await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: sold.SALE_GUID }),
  )

  const regretted = await valid(api, ['sale', 'invoice'], '0004')
  const cancelled = await cancel(api, regretted)
  outcome('a cancellation', 'Cancelled', cancelled.body)
  refusal('a cancellation of what a note refers to', '409 cancel_denied_referenced', await cancel(api, sold))

  const stranger = invoice('0005', { BUYER: { ...customer, TIN: 'C99999999990' } })
  const { body: refused } = await api.submit('sale', 'invoice', stranger)
  const invalid = await api.until(refused, 'Valid', 'Invalid')
  add(
    'a buyer whose TIN is wrong',
    'Invalid ERR406',
    `${invalid.STATUS} ${invalid.ERRORS[0]?.CODE ?? ''}`,
    invalid.ERRORS[0]?.MESSAGE ?? '',
  )
  const { body: corrected } = await api.submit('sale', 'invoice', invoice('0005'))
  const mended = await api.until(corrected, 'Valid', 'Invalid')
  add(
    'the same sale, corrected',
    'Valid revision 2',
    `${mended.STATUS} revision ${mended.REVISION}`,
    mended.NEXT_ACTION.REASON,
  )

  const taxed = await api.submit('sale', 'invoice', invoice('0006', { LINES: [line({ TAX_TYPE: '99', RATE: 6 })] }))
  const [entry] = taxed.body.errors ?? []
  add(
    'a tax code nobody knows',
    '422 /LINES/0/TAXES/0/TAX_TYPE',
    `${taxed.status} ${entry?.pointer}`,
    entry?.message ?? '',
  )

  const receipt = await api.submit('sale', 'invoice', invoice('0007', { BUYER: null, CONSOLIDATE: true }))
  outcome('a receipt for the consolidated e-invoice', 'Pending', receipt.body)
  const unvoidable = await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: receipt.body.SALE_GUID })
  refusal('its void', '409 void_denied_consolidated', unvoidable)

  await outage(practice, api, add)
  return steps
}

/** The authority does not answer for some time. The till does not notice, and nothing is lost or sent twice. */
async function outage(
  practice: Practice,
  api: Api,
  add: (what: string, expected: string, saw: string, said: string) => void,
) {
  await practice.faults.set({ kind: 'away' })
  const codes = ['0008', '0009', '0010']
  const kept = await Promise.all(codes.map((code) => api.submit('sale', 'invoice', invoice(code))))
  add(
    'three sales while the authority is away',
    '202 202 202',
    kept.map(({ status }) => status).join(' '),
    kept[0]?.body.NEXT_ACTION.REASON ?? '',
  )
  await practice.faults.clear()
  const arrived = await Promise.all(kept.map(({ body }) => api.until(body, 'Valid', 'Invalid')))
  add(
    'it is back',
    'Valid Valid Valid',
    arrived.map(({ STATUS }) => STATUS).join(' '),
    arrived[0]?.NEXT_ACTION.REASON ?? '',
  )
  const numbers = practice.ledger.documents().map(({ internalId }) => internalId)
  const times = kept.map(({ body }) => numbers.filter((number) => number === body.DOCUMENT_NUMBER).length)
  add('how often the authority has each', '1 1 1', times.join(' '), '')
}

async function valid(api: Api, [family, kind]: readonly [Family, Kind], code: string, more = {}): Promise<WireRecord> {
  const { body } = await api.submit(family, kind, document(family, kind, code, more))
  return api.until(body, 'Valid', 'Invalid')
}

const cancel = (api: Api, { SALE_GUID }: WireRecord) =>
  api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })

const line = (tax: object) => ({
  DESCRIPTION: 'Kopi O',
  CLASSIFICATION_CODES: ['022'],
  QUANTITY: 1,
  UNIT_CODE: 'C62',
  UNIT_PRICE: 3.5,
  TAXES: [tax],
})
