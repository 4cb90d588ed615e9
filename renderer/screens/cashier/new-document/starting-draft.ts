import type { WireRecord } from '../../../../shared/catalogue/shapes/record.ts'
import { type Kind, kinds } from '../../../../shared/domain/record.ts'
import { consolidatedShiftCode } from '../../../../shared/domain/shift.ts'
import { operator } from '../../../gateway/api.ts'
import { detailByGuid, newestSale, type RecordDetail } from '../../../gateway/records.ts'
import { correctingDraft, partyOf } from './correction.ts'
import { type Draft, emptyDraft, noOriginal, noParty, type PartyFields } from './values.ts'

interface Wanted {
  /** SALE_GUID of the document a note is for. */
  readonly original?: string | undefined
  readonly kind?: string | undefined
}

/** What is known before anything is typed: the till this screen stands at, or all that a note has of its original. */
export async function startingDraft({ original, kind }: Wanted): Promise<Draft> {
  if (original === undefined) return draftLike(await newestSale())
  const { record, sale } = await detailByGuid(original)
  const draft = draftLike(record)
  return {
    ...draft,
    family: record.FAMILY,
    kind: kinds.find((noteKind): noteKind is Kind => noteKind === kind) ?? 'credit_note',
    fields: {
      ...draft.fields,
      CURRENCY_CODE: record.CURRENCY_CODE,
      ORIGINALS: [{ ...noOriginal, SALE_GUID: original }],
      BUYER: partyAgain(sale?.BUYER),
      SUPPLIER: partyAgain(sale?.SUPPLIER),
    },
  }
}

function draftLike(known: WireRecord | null): Draft {
  const now = new Date()
  const fields = { ...emptyDraft.fields, ...(known && keysOf(known)), SALE_CODE: saleCodeAt(now) }
  return { ...emptyDraft, issuedAt: now.toISOString(), fields }
}

type ShownParty = NonNullable<RecordDetail['sale']>['BUYER']

/** Of a person's number only the last characters are shown, which nobody is to send: it is typed again. */
function partyAgain(shown: ShownParty | undefined): PartyFields {
  const { ID_NUMBER, ...party } = partyOf(shown)
  return { ...party, ID_NUMBER: ID_NUMBER.startsWith('…') ? noParty.ID_NUMBER : ID_NUMBER }
}

/** The form for a refused record, filled with what was sent. @throws GatewayProblem where it is not to be corrected */
export async function draftCorrecting(guid: string): Promise<Draft> {
  const [{ record }, { version, body }] = await Promise.all([
    detailByGuid(guid),
    operator('correction', { params: { guid } }),
  ])
  return correctingDraft(record, version, body)
}

/** Consolidated documents are of no shift that a sale could be of. */
const keysOf = ({ COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, SHIFT_CODE }: WireRecord) => ({
  COMPANY_CODE,
  OUTLET_NAME,
  TERMINAL_NAME,
  SHIFT_CODE: SHIFT_CODE === consolidatedShiftCode ? '' : SHIFT_CODE,
})

/** Tells what was made by hand from what a till counted, and comes but once: `M-20261121-143205`. */
function saleCodeAt(now: Date): string {
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const day = `${part(now.getFullYear(), 4)}${part(now.getMonth() + 1)}${part(now.getDate())}`
  return `M-${day}-${part(now.getHours())}${part(now.getMinutes())}${part(now.getSeconds())}`
}
