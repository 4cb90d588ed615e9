import { withSen } from '../../../../shared/document/figures.ts'
import { type Kind, kinds } from '../../../../shared/domain/record.ts'
import { operator } from '../../../gateway/api.ts'
import { detailByGuid, type RecordDetail } from '../../../gateway/records.ts'
import { type ThisTill, thisTill } from '../../../gateway/this-till.ts'
import { today } from '../../../parts/today.ts'
import { correctingDraft, partyOf } from './correction.ts'
import {
  type Draft,
  emptyDraft,
  type LineFields,
  newLine,
  noLine,
  noOriginal,
  noParty,
  type PartyFields,
} from './values.ts'

interface Wanted {
  /** SALE_GUID of the document a note is for. */
  readonly original?: string | undefined
  readonly kind?: string | undefined
}

type Keys = Pick<Draft['fields'], 'COMPANY_CODE' | 'OUTLET_NAME' | 'TERMINAL_NAME' | 'SHIFT_CODE'>

/** What is known before anything is typed: the till that this computer is, and all that a note has of its original. */
export async function startingDraft({ original, kind }: Wanted): Promise<Draft> {
  const till = thisTill()
  const draft = draftAt(till ? await keysAt(till) : null)
  if (original === undefined) return draft
  const { record, sale } = await detailByGuid(original)
  const isOurs = till?.COMPANY_CODE === record.COMPANY_CODE
  const { COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME } = record
  const keys = isOurs ? {} : await keysAt({ COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME })
  return {
    ...draft,
    family: record.FAMILY,
    kind: kinds.find((noteKind): noteKind is Kind => noteKind === kind) ?? 'credit_note',
    fields: {
      ...draft.fields,
      ...keys,
      CURRENCY_CODE: record.CURRENCY_CODE,
      EXCHANGE_RATE: sale?.EXCHANGE_RATE ?? '',
      ORIGINALS: [{ ...noOriginal, SALE_GUID: original }],
      BUYER: partyAgain(sale?.BUYER),
      SUPPLIER: partyAgain(sale?.SUPPLIER),
      LINES: sale ? sale.LINES.map(lineAgain) : draft.fields.LINES,
    },
  }
}

function draftAt(keys: Keys | null): Draft {
  const now = new Date()
  const fields = { ...emptyDraft.fields, ...keys, SALE_CODE: saleCodeAt(now), LINES: [newLine()] }
  return { ...emptyDraft, issuedAt: now.toISOString(), fields }
}

/** With the shift that is open there, else the one that sells without being opened, else one named after the day. */
async function keysAt({
  COMPANY_CODE,
  OUTLET_NAME,
  TERMINAL_NAME,
}: Omit<ThisTill, 'TAX_TYPE' | 'RATE'>): Promise<Keys> {
  const { items } = await operator('tills')
  const till = items.find(
    (each) => each.company === COMPANY_CODE && each.outlet === OUTLET_NAME && each.terminal === TERMINAL_NAME,
  )
  const [newest] = till?.uncovered.toSorted((one, other) => other.newest_at.localeCompare(one.newest_at)) ?? []
  const SHIFT_CODE = till?.open?.shift ?? newest?.shift ?? today()
  return { COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, SHIFT_CODE }
}

type ShownParty = NonNullable<RecordDetail['sale']>['BUYER']
type ShownLine = NonNullable<RecordDetail['sale']>['LINES'][number]

/** Of a person's number only the last characters are shown, which nobody is to send: it is typed again. */
function partyAgain(shown: ShownParty | undefined): PartyFields {
  const { ID_NUMBER, ...party } = partyOf(shown)
  return { ...party, ID_NUMBER: ID_NUMBER.startsWith('…') ? noParty.ID_NUMBER : ID_NUMBER }
}

/** As it was sold, to be ticked off and adjusted. */
const lineAgain = (line: ShownLine): LineFields => ({
  ...noLine,
  DESCRIPTION: line.DESCRIPTION,
  CLASSIFICATION_CODES: line.CLASSIFICATION_CODES,
  QUANTITY: line.QUANTITY,
  UNIT_CODE: line.UNIT_CODE,
  UNIT_PRICE: withSen(line.UNIT_PRICE),
  DISCOUNT_AMOUNT: line.DISCOUNT_AMOUNT ?? '',
  TAXES: line.TAXES.map(({ TAX_TYPE, RATE, EXEMPTION_REASON }) => ({
    TAX_TYPE,
    RATE: RATE ?? '',
    EXEMPTION_REASON: EXEMPTION_REASON ?? '',
  })),
  sold: line.QUANTITY,
})

/** The form for a refused record, filled with what was sent. @throws GatewayProblem where it is not to be corrected */
export async function draftCorrecting(guid: string): Promise<Draft> {
  const [{ record }, { version, body }] = await Promise.all([
    detailByGuid(guid),
    operator('correction', { params: { guid } }),
  ])
  return correctingDraft(record, version, body)
}

/** Tells what was made by hand from what a till counted, and comes but once: `M-20261121-143205`. */
function saleCodeAt(now: Date): string {
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const day = `${part(now.getFullYear(), 4)}${part(now.getMonth() + 1)}${part(now.getDate())}`
  return `M-${day}-${part(now.getHours())}${part(now.getMinutes())}${part(now.getSeconds())}`
}
