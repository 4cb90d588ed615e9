import { startingDraft } from './starting-draft.ts'
import { type Draft, noLine, noParty } from './values.ts'

/** A whole sale to a company that the practice authority knows: whoever tries Resit has only to send it. */
export async function trialDraft(names: { readonly item: string; readonly outlet: string }): Promise<Draft> {
  const draft = await startingDraft({})
  const { fields } = draft
  return {
    ...draft,
    fields: {
      ...fields,
      COMPANY_CODE: fields.COMPANY_CODE || 'DEMO',
      OUTLET_NAME: fields.OUTLET_NAME || names.outlet,
      TERMINAL_NAME: fields.TERMINAL_NAME || 'T1',
      SHIFT_CODE: fields.SHIFT_CODE || '1',
      BUYER: {
        ...noParty,
        NAME: 'Syarikat Pelanggan Sdn. Bhd.',
        TIN: 'C25845632020',
        ID_NUMBER: '201901234567',
        PHONE: '+60387654321',
        ADDRESS: {
          LINES: ['12 Jalan Rumah'],
          CITY: 'Shah Alam',
          POSTCODE: '40000',
          STATE_CODE: '10',
          COUNTRY_CODE: 'MYS',
        },
      },
      LINES: [
        {
          ...noLine,
          DESCRIPTION: names.item,
          QUANTITY: '2',
          UNIT_PRICE: '3.50',
          TAXES: [{ TAX_TYPE: '02', RATE: '6', EXEMPTION_REASON: '' }],
        },
      ],
    },
  }
}
