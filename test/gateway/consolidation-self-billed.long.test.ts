import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { selfBilledCases } from '../../shared/domain/consolidation-rules.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { openShop } from '../support/shop.ts'
import { type Body, document } from '../support/till.ts'

const shop = openShop({})
const here = () => consolidatingAt(shop.gateway)

/** A private person who sells used goods. */
const individual: Body = {
  NAME: 'Salmah binti Contoh',
  TIN: 'EI00000000010',
  ID_TYPE: 'NRIC',
  ID_NUMBER: '770625015324',
  PHONE: '+60123456789',
  ADDRESS: { LINES: ['7 Jalan Contoh'], CITY: 'Ipoh', POSTCODE: '30000', STATE_CODE: '08', COUNTRY_CODE: 'MYS' },
  MSIC_CODE: '00000',
  BUSINESS_ACTIVITY: 'NA',
}

const bought = (code: string, more: Body = {}) =>
  shop.api.submit(
    'self_billed',
    'invoice',
    document('self_billed', 'invoice', code, { CONSOLIDATE: true, SUPPLIER: individual, ...more }),
  )

describe('documents that a company issues to itself', () => {
  test('join no consolidated document where the company has none of the lawful cases', async () => {
    await here().set({ self_billed_case: 'none' })
    expect(await bought('N0001')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/CONSOLIDATE', code: 'consolidation_not_allowed' }] },
    })
    expect(await bought('N0002', { CONSOLIDATE: false })).toMatchObject({ status: 202, body: { CONSOLIDATED: false } })
    expect((await here().preview()).body).toMatchObject({ receipts: 0 })
    expect((await here().set({ self_billed_case: 'everything' })).status).toBe(422)
  })

  test.each(selfBilledCases)('are valid with one document from the general public, for %s', async (lawful) => {
    expect((await here().set({ self_billed_case: lawful })).body).toMatchObject({ self_billed_case: lawful })
    const members: WireRecord[] = []
    for (const number of ['1', '2', '4']) {
      const { status, body } = await bought(`${lawful}-${number}`, { TERMINAL_NAME: lawful })
      expect(status, JSON.stringify(body)).toBe(202)
      members.push(body)
    }
    const { documents } = await here().settled((await here().begin()).body.id)
    expect(documents).toMatchObject([
      { FAMILY: 'self_billed', KIND: 'invoice', STATUS: 'Valid', MEMBERS: 3, TERMINAL_NAME: lawful, ERRORS: [] },
    ])
    expect(documents[0]?.TOTAL_PAYABLE).toBe('22.26')
    for (const member of members) {
      const after = (await shop.api.status('self_billed', 'invoice', member.SALE_GUID)).body
      expect(after).toMatchObject({ STATUS: 'Valid', CONSOLIDATED_INTO: documents[0]?.SALE_GUID })
      expect(after.AUTHORITY).toEqual(documents[0]?.AUTHORITY)
      expect(await cancelled(member)).toMatchObject({ status: 409, body: { code: 'cancel_denied_consolidated' } })
    }
    expect(await sent(documents[0] as WireRecord)).toMatchObject({
      type: '11',
      supplier: { name: 'General Public', tin: 'EI00000000010', msic: '00000' },
      buyer: { tin: 'C20830570210' },
      classes: ['004', '004'],
    })
  })

  test('of the same till are in a document apart from what it sold', async () => {
    const sale = await shop.submit(
      document('sale', 'invoice', 'S0001', { TERMINAL_NAME: 'both', BUYER: null, CONSOLIDATE: true }),
    )
    expect(sale.status).toBe(202)
    expect((await bought('S0002', { TERMINAL_NAME: 'both' })).status).toBe(202)
    const { documents } = await here().settled((await here().begin()).body.id)
    expect(documents.map(({ FAMILY, MEMBERS, STATUS }) => `${FAMILY} ${MEMBERS} ${STATUS}`).toSorted()).toEqual([
      'sale 1 Valid',
      'self_billed 1 Valid',
    ])
  })
})

const cancelled = ({ SALE_GUID }: WireRecord) =>
  shop.api.post('/self_billed/invoice_cancellation', { SALE_GUID, REASON: 'Wrong amount' })

/** The document at the authority. */
async function sent({ AUTHORITY }: WireRecord) {
  const text = shop.gateway.gateway.practice?.ledger.textOf(AUTHORITY?.UUID ?? '') ?? ''
  const [invoice] = JSON.parse(text).Invoice
  const partyOf = (role: string) => {
    const [party] = invoice[role][0].Party
    const tin = party.PartyIdentification.map(({ ID }: { ID: { _: string; schemeID: string }[] }) => ID[0]).find(
      (id: { schemeID: string }) => id.schemeID === 'TIN',
    )._
    const msic = party.IndustryClassificationCode?.[0]._
    return { name: party.PartyLegalEntity[0].RegistrationName[0]._, tin, ...(msic !== undefined && { msic }) }
  }
  const lines: readonly { Item: { CommodityClassification: { ItemClassificationCode: { _: string }[] }[] }[] }[] =
    invoice.InvoiceLine
  return {
    type: invoice.InvoiceTypeCode[0]._,
    supplier: partyOf('AccountingSupplierParty'),
    buyer: partyOf('AccountingCustomerParty'),
    classes: lines.map(({ Item }) => Item[0]?.CommodityClassification[0]?.ItemClassificationCode[0]?._),
  }
}
