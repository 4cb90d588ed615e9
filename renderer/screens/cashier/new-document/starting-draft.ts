import { cashCode } from '../../../../shared/document/cash-rounding.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { type Kind, kinds } from '../../../../shared/domain/record.ts'
import { operator } from '../../../gateway/api.ts'
import { fetchRecord } from '../../../gateway/records.ts'
import { type ThisTill, thisTill, timeZoneOnScreen } from '../../../gateway/this-till.ts'
import { momentText, today } from '../../../parts/moments.ts'
import type { NewDocumentSearch } from '../../../router.tsx'
import { draftForCorrection, noteFieldsOf } from './correction.ts'
import {
  type Draft,
  emptyDraft,
  emptyLine,
  emptyOriginal,
  emptyParty,
  emptyPayment,
  emptyTax,
  nextLine,
} from './values.ts'

type Keys = Pick<Draft['fields'], 'COMPANY_CODE' | 'OUTLET_NAME' | 'TERMINAL_NAME' | 'SHIFT_CODE'>

/** A draft with all that is known before typing: this computer's till, and for a note the fields of its original. */
export async function makeStartingDraft({
  original,
  kind,
}: Pick<NewDocumentSearch, 'original' | 'kind'>): Promise<Draft> {
  const till = thisTill()
  const draft = draftAt(till ? await keysAt(till) : null)
  if (original === undefined) return afterLastSale(draft, till)
  const { record, sale, ...parties } = await operator('leftOfRecord', { params: { guid: original } })
  const isOurs = till?.COMPANY_CODE === record.COMPANY_CODE
  const { COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME } = record
  const keys = isOurs ? {} : await keysAt({ COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME })
  return {
    ...draft,
    family: record.FAMILY,
    isConsolidated: record.CONSOLIDATED,
    kind: kinds.find((noteKind): noteKind is Kind => noteKind === kind) ?? 'credit_note',
    fields: {
      ...draft.fields,
      ...keys,
      CURRENCY_CODE: record.CURRENCY_CODE,
      EXCHANGE_RATE: sale?.EXCHANGE_RATE ?? '',
      ORIGINALS: [{ ...emptyOriginal, SALE_GUID: original }],
      ...(sale && noteFieldsOf(sale, parties, kind === 'refund_note')),
    },
  }
}

/** The method of the last sale at this computer. */
const methodPlace = 'resit.payment-method'

export const keepPaymentMethod = ({ kind, fields: { PAYMENTS } }: Draft): void =>
  kind === 'invoice' ? localStorage.setItem(methodPlace, PAYMENTS[0]?.METHOD ?? '') : undefined

function draftAt(keys: Keys | null): Draft {
  const issuedAt = new Date().toISOString()
  const SALE_CODE = saleCodeAt(issuedAt, keys?.COMPANY_CODE)
  const PAYMENTS = [{ ...emptyPayment, METHOD: localStorage.getItem(methodPlace) ?? '' }]
  return { ...emptyDraft, issuedAt, fields: { ...emptyDraft.fields, ...keys, SALE_CODE, PAYMENTS } }
}

/** The first line has the class, unit and tax of the last sale. */
async function afterLastSale(draft: Draft, till: ThisTill | null): Promise<Draft> {
  const { items } = await operator('soldItems', { query: till ? { company: till.COMPANY_CODE } : {} })
  return { ...draft, fields: { ...draft.fields, LINES: [nextLine(items[0])] } }
}

/** The till's shift that was opened last; if none, the shift that it sells under; if none, one named after the day. */
export async function keysAt({ COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME }: ThisTill): Promise<Keys> {
  const { items } = await operator('tills')
  const till = items.find(
    (each) => each.company === COMPANY_CODE && each.outlet === OUTLET_NAME && each.terminal === TERMINAL_NAME,
  )
  const SHIFT_CODE = till?.open.at(-1)?.shift ?? till?.without_shift[0]?.shift ?? today(COMPANY_CODE)
  return { COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, SHIFT_CODE }
}

/** The form for a refused record, with what was sent. @throws GatewayProblem if it cannot be corrected */
export async function fetchCorrectionDraft(guid: string): Promise<Draft> {
  const [{ record }, { version, body }] = await Promise.all([
    fetchRecord(guid),
    operator('correction', { params: { guid } }),
  ])
  return draftForCorrection(record, version, body)
}

/** A sale code for documents made by hand, which no till uses: `M-20261121-143205`. */
function saleCodeAt(instant: string, company: string | undefined): string {
  const timeZone = timeZoneOnScreen(company)
  const [day, time] = [dayOf(Date.parse(instant), timeZone), momentText(instant, { locale: 'en-GB', timeZone })]
  return `M-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}`
}

const trialBuyer = {
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
}

/** A complete sale to a company that the practice authority knows. A person who tries Resit only has to send it. */
export async function makeTrialDraft(names: { readonly item: string; readonly outlet: string }): Promise<Draft> {
  const draft = await makeStartingDraft({})
  const { fields } = draft
  return {
    ...draft,
    fields: {
      ...fields,
      COMPANY_CODE: fields.COMPANY_CODE || 'DEMO',
      OUTLET_NAME: fields.OUTLET_NAME || names.outlet,
      TERMINAL_NAME: fields.TERMINAL_NAME || 'T1',
      SHIFT_CODE: fields.SHIFT_CODE || '1',
      BUYER: { ...emptyParty, ...trialBuyer },
      PAYMENTS: [{ ...emptyPayment, METHOD: cashCode }],
      LINES: [
        {
          ...emptyLine,
          DESCRIPTION: names.item,
          QUANTITY: '2',
          UNIT_PRICE: '3.50',
          TAXES: [{ ...emptyTax, TAX_TYPE: '02', RATE: '6' }],
        },
      ],
    },
  }
}
