import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type SalesReport,
  sumByPayment,
  sumByStatus,
  sumByTax,
  sumSalesBy,
  taxTotals,
} from '../../renderer/screens/supervisor/shift/report-sums.ts'
import { attemptInFullSchema, recordDetailSchema } from '../../shared/api/operator/record-detail.ts'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { type Api, apiOf, type Told } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { nearDays } from '../support/near-days.ts'
import { operate } from '../support/operator.ts'
import { coffee, customer, document, invoice } from '../support/till.ts'

describe('the report of a period', () => {
  let gateway: TestGateway
  let api: Api
  const range = `from=${nearDays.from}&to=${nearDays.to}`
  const shop = { family: 'sale', outlet: null } as const

  beforeAll(async () => {
    gateway = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
    api = apiOf(gateway, await gateway.token())
  })
  afterAll(() => gateway.close())

  /** Reads the report page by page, as the screen does. */
  async function read(): Promise<SalesReport> {
    const report = { groups: [], taxes: [], payments: [], unreadable: 0, withdrawn: [] } as {
      groups: SalesReport['groups']
      taxes: SalesReport['taxes']
      payments: SalesReport['payments']
      unreadable: number
      withdrawn: SalesReport['withdrawn']
    }
    for (let after: string | null = '0.0'; after !== null; ) {
      const path: string = `/report?company=DEMO&${range}&after=${after}`
      const { body, status }: Told<OperatorAnswer<'report'>> = await operate(gateway, 'GET', path)
      expect(status).toBe(200)
      report.groups = [...report.groups, ...body.groups]
      report.taxes = [...report.taxes, ...body.taxes]
      report.payments = [...report.payments, ...body.payments]
      report.withdrawn = [...report.withdrawn, ...body.withdrawn]
      report.unreadable += body.unreadable
      after = body.next
    }
    return report
  }

  test('totals of a day are the sum of its tills, its states and its taxes, however many pages it has', async () => {
    const tills = ['T1', 'T2'] as const
    const sell = (TERMINAL_NAME: string, at: number) =>
      api.submit('sale', 'invoice', invoice(`R-${at}`, { TERMINAL_NAME, ...(at === 0 && { OUTLET_NAME: 'Ipoh' }) }))
    for (const till of tills) await Promise.all(Array.from({ length: 105 }, (_, at) => sell(till, at)))
    const exempt = { ...coffee, TAXES: [{ TAX_TYPE: 'E', RATE: 6, EXEMPTION_REASON: 'Diplomat' }] }
    await api.submit('sale', 'invoice', invoice('R-exempt', { LINES: [exempt], PAYMENT_METHOD: '01' }))
    const { body: voided } = await api.submit('sale', 'invoice', invoice('R-void'))
    await api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: voided.SALE_GUID })
    await api.submit('sale', 'credit_note', document('sale', 'credit_note', 'R-credit'))
    const { body: back } = await api.submit('sale', 'credit_note', document('sale', 'credit_note', 'R-credit-void'))
    await api.post('/sale/credit_note_void/by_sale_guid', { SALE_GUID: back.SALE_GUID })
    await api.submit('self_billed', 'invoice', document('self_billed', 'invoice', 'R-self'))

    const receipt = { BUYER: null, CONSOLIDATE: true, OUTLET_NAME: 'Melaka' }
    await api.submit('sale', 'invoice', invoice('R-receipt', receipt))

    const whole = await read()
    // A receipt that waits for its consolidated document does not count as unsent.
    expect(sumByStatus(whole, { ...shop, outlet: 'Melaka' })).toEqual([
      { status: 'unconsolidated', counted: true, CURRENCY_CODE: 'MYR', kind: null, count: 1, amount: '7.42' },
    ])
    const isElsewhere = ({ OUTLET_NAME }: { readonly OUTLET_NAME: string }) => OUTLET_NAME !== 'Melaka'
    const { groups, taxes: taxed, payments } = whole
    const [own, ownTaxes] = [groups.filter(isElsewhere), taxed.filter(isElsewhere)]
    const report = { ...whole, groups: own, taxes: ownTaxes, payments: payments.filter(isElsewhere) }
    const byTill = sumSalesBy(report, shop, ({ OUTLET_NAME, TERMINAL_NAME }) => [OUTLET_NAME, TERMINAL_NAME])
    expect(byTill).toEqual([
      { names: ['Ipoh', 'T1'], currency: 'MYR', count: 1, sales: '7.42', givenBack: '0.00', net: '7.42' },
      { names: ['Ipoh', 'T2'], currency: 'MYR', count: 1, sales: '7.42', givenBack: '0.00', net: '7.42' },
      { names: ['KLCC', 'T1'], currency: 'MYR', count: 106, sales: '778.68', givenBack: '7.42', net: '771.26' },
      { names: ['KLCC', 'T2'], currency: 'MYR', count: 104, sales: '771.68', givenBack: '0.00', net: '771.68' },
    ])
    // 209 receipts of 7.42 and one of 7.00 without tax, less 7.42.
    expect(sumSalesBy(report, shop)).toEqual([
      { names: [], currency: 'MYR', count: 212, sales: '1565.20', givenBack: '7.42', net: '1557.78' },
    ])
    expect(sumByStatus(report, shop)).toEqual([
      { status: 'Pending', counted: true, CURRENCY_CODE: 'MYR', kind: null, count: 212, amount: '1557.78' },
      { status: 'Voided', counted: false, CURRENCY_CODE: 'MYR', kind: 'invoice', count: 1, amount: '7.42' },
      { status: 'Voided', counted: false, CURRENCY_CODE: 'MYR', kind: 'credit_note', count: 1, amount: '-7.42' },
    ])
    // The means of payment add up to the takings, too.
    expect(sumByPayment(report, shop)).toMatchObject([
      { METHOD: '01', CURRENCY_CODE: 'MYR', count: 1, amount: '7.00' },
      { METHOD: null, CURRENCY_CODE: 'MYR', count: 211, amount: '1550.78' },
    ])
    const taxes = sumByTax(report, shop)
    expect(taxes).toMatchObject([
      { TAX_TYPE: '02', RATE: '6', CURRENCY_CODE: 'MYR', taxable: '1463.00', amount: '87.78' },
      { TAX_TYPE: 'E', RATE: '6', CURRENCY_CODE: 'MYR', taxable: '7.00', amount: '0.00' },
    ])
    expect(taxTotals(taxes)).toEqual([{ currency: 'MYR', amount: '87.78' }])
    expect(sumSalesBy(report, { ...shop, family: 'self_billed' })).toMatchObject([{ count: 1 }])
    expect(sumSalesBy(report, { ...shop, outlet: 'Ipoh' })).toMatchObject([{ net: '14.84' }])
  })

  test('days the wrong way round, and a company that is none, are said so', async () => {
    expect((await operate(gateway, 'GET', '/report?company=DEMO&from=2026-02-02&to=2026-02-01')).body).toMatchObject({
      code: 'range_reversed',
    })
    expect((await operate(gateway, 'GET', `/report?company=NONE&${range}`)).status).toBe(404)
  })
})

describe('a send', () => {
  let gateway: TestGateway
  let api: Api
  beforeAll(async () => {
    gateway = await startGateway()
    api = apiOf(gateway, await gateway.token())
  })
  afterAll(() => gateway.close())

  test('is shown with the document as it went and the answer as it came, with the numbers of people masked', async () => {
    const record = (
      await api.submit('sale', 'invoice', invoice('A-1', { BUYER: { ...customer, PHONE: '+60123456789' } }))
    ).body
    await api.until(record, 'Valid')
    const { attempts } = recordDetailSchema.parse((await operate(gateway, 'GET', `/records/${record.SALE_GUID}`)).body)
    const path = `/records/${record.SALE_GUID}/attempts/${attempts[0]?.id}`
    const { request } = attemptInFullSchema.parse((await operate(gateway, 'GET', path)).body)
    expect(JSON.parse(request ?? '')).toMatchObject({ Invoice: { ID: record.DOCUMENT_NUMBER } })
    expect(request).toContain(record.TOTAL_PAYABLE)
    for (const secret of ['60123456789', String(customer['TIN']), String(customer['ID_NUMBER'])])
      expect(request).not.toContain(secret)
    const other = `/records/${record.SALE_GUID}/attempts/another`
    expect((await operate(gateway, 'GET', other)).status).toBe(404)
  })
})
