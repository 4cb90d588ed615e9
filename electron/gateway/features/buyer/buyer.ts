import type { z } from 'zod'
import { Fault, faultsOfIssues } from '../../../../shared/api/faults.ts'
import { conversionRequestSchema } from '../../../../shared/api/operator/consolidation.ts'
import { generalTins, isGeneralTin } from '../../../../shared/document/party.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import type { ConversionFacts } from '../../../../shared/domain/person-acts.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { type BuyerWord, buyerWords } from '../../../../shared/words/buyer.ts'
import { type Language, say } from '../../../../shared/words/words.ts'
import type { Caller } from '../../http/access.ts'
import type { PublicAnswer, PublicRequest } from '../../http/call.ts'
import { KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import type { Clock } from '../../ports.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { Records, StoredRecord } from '../../store/port/records.ts'
import type { ConvertRecord } from '../consolidation/convert.ts'
import { receiptContextOf } from '../consolidation/receipt-surroundings.ts'
import { drawPdf } from '../slip/pdf.ts'
import type { SlipDeps } from '../slip/printed.ts'
import { qrSvg } from '../slip/qr.ts'
import { slipPage } from '../slip/slip-page.ts'
import type { SearchTin, ValidateTin } from '../taxpayers/taxpayer.ts'
import {
  buyerForm,
  pageOf,
  privateLink,
  proofForm,
  receiptTable,
  sentenceHtml,
  type TypedFields,
  validatedHtml,
} from './page.ts'
import {
  buildWireBuyer,
  conversionStatusOf,
  isHolder,
  privateTicket,
  saleGuidOfPrivateTicket,
  saleGuidOfTicket,
} from './receipt.ts'

export interface BuyerDeps extends SlipDeps {
  readonly records: Records
  readonly clock: Clock
  readonly sign: (text: string) => string
  readonly validateTin: ValidateTin
  /** The TIN of a company that typed its registration alone. */
  readonly searchTin: SearchTin
  readonly convert: ConvertRecord
}

/** Ten tries an hour: they are counted before they are looked at, so that no one can guess a total. */
const triesOfReceipt = { atOnce: 10, more: 10, spanMs: 3_600_000 }
/** A shop's guests may share one address. */
const pagesOfOrigin = { atOnce: 60, more: 60, spanMs: 60_000 }

interface BuyerView {
  readonly record: RecordState
  readonly profile: CompanyProfile
  readonly surroundings: ConversionFacts
}

/**
 * The page that a receipt's link opens. With the link and what the paper says, a person sees the receipt and can turn
 * it into an e-invoice, as a cashier can. Nothing is remembered between two requests.
 */
export function buyerPage(deps: BuyerDeps): (ask: PublicRequest) => Promise<PublicAnswer> {
  const origins = KeyedRateLimiter.bucket(pagesOfOrigin)
  const receipts = KeyedRateLimiter.bucket(triesOfReceipt)
  const pdfs = KeyedRateLimiter.bucket(triesOfReceipt)
  return async ({ ticket, language, origin, typed }) => {
    const says = (status: number, word: BuyerWord) => ({
      status,
      content: pageOf(language, sentenceHtml(buyerWords[language][word])),
    })
    if (origins.take(origin) > 0) return says(429, 'too_often')
    const wantsPdf = ticket.endsWith(pdfEnding)
    const link = wantsPdf ? ticket.slice(0, -pdfEnding.length) : ticket
    const mine = saleGuidOfPrivateTicket(link, deps.clock.now(), deps.sign)
    if (mine !== null && wantsPdf && pdfs.take(mine) > 0) return says(429, 'too_often')
    if (mine !== null) return becameOf(deps, { saleGuid: mine, link, wantsPdf }, language)
    const saleGuid = saleGuidOfTicket(ticket, deps.sign)
    if (saleGuid === null) return says(404, 'unknown')
    if (typed === null) return { status: 200, content: pageOf(language, proofForm(language, {}, [])) }
    if (receipts.take(saleGuid) > 0) return says(429, 'too_often')
    try {
      const seen = await seenReceipt(deps, saleGuid)
      if (seen === null || !isHolder(seen.record, typed['code'] ?? '', typed['total'] ?? '')) {
        const faults = [buyerWords[language].wrong_proof]
        return { status: 403, content: pageOf(language, proofForm(language, typed, faults)) }
      }
      return await answerHolder(deps, seen, { language, typed })
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown
      return says(thrown.code === 'too_many_requests' ? 429 : 503, 'try_later')
    }
  }
}

/** The browser loads the page of an e-invoice that is under way again after this time. */
const renewSeconds = 20

/** Behind the private link: the document itself. */
const pdfEnding = '.pdf'

interface Private {
  readonly saleGuid: string
  readonly link: string
  readonly wantsPdf: boolean
}

async function becameOf(deps: BuyerDeps, asked: Private, language: Language): Promise<PublicAnswer> {
  const { records, view } = deps
  const stored = await records.byGuid(asked.saleGuid)
  const shown = stored && (await view.show(stored, language))
  const says = buyerWords[language]
  const url = shown?.AUTHORITY?.VALIDATION_URL ?? null
  if (stored && shown?.STATUS === 'Valid' && url !== null) return validated(deps, stored, { ...asked, url, language })
  const isUnderWay = shown?.STATUS === 'Pending' || shown?.STATUS === 'InProgress' || shown?.STATUS === 'Valid'
  const word = isUnderWay ? 'under_way' : shown?.STATUS === 'Invalid' ? 'refused' : 'cancelled'
  return { status: 200, content: pageOf(language, sentenceHtml(says[word]), isUnderWay ? renewSeconds : undefined) }
}

async function validated(
  deps: BuyerDeps,
  { record }: StoredRecord,
  { url, link, wantsPdf, language }: Private & { readonly url: string; readonly language: Language },
): Promise<PublicAnswer> {
  if (!wantsPdf)
    return { status: 200, content: pageOf(language, validatedHtml(language, { url, link, code: await qrSvg(url) })) }
  const page = await slipPage(deps, { caller: buyerOf(record), language, params: { guid: record.saleGuid } })
  return { status: 200, type: 'application/pdf', content: await drawPdf(page) }
}

async function seenReceipt({ records, companies, clock }: BuyerDeps, saleGuid: string): Promise<BuyerView | null> {
  const stored = await records.byGuid(saleGuid)
  const company = stored && (await companies.byGuid(stored.record.companyGuid))
  if (!company) return null
  const surroundings = await receiptContextOf(records, stored, { company, now: clock.now() })
  return { record: stored.record, profile: company.profile, surroundings }
}

interface Holder {
  readonly language: Language
  readonly typed: TypedFields
}

async function answerHolder(deps: BuyerDeps, seen: BuyerView, { language, typed }: Holder): Promise<PublicAnswer> {
  const { record, profile, surroundings } = seen
  const table = receiptTable(
    {
      shop: `${profile.name}, ${record.outletName}`,
      day: dayOf(record.issuedAt, profile.timeZone),
      total: `${record.currencyCode} ${record.totalPayable}`,
    },
    language,
  )
  const says = buyerWords[language]
  const state = conversionStatusOf(record, surroundings)
  const told = (word: BuyerWord) => ({
    // A paper that was refunded must not become an expense.
    status: word === 'refunded' ? 409 : 200,
    content: pageOf(language, [table, sentenceHtml(says[word])]),
  })
  const asks = (status: number, faults: readonly string[]) => {
    const [states, countries] = [deps.codes.list('state').items, deps.codes.list('country').items]
    const form = buyerForm(language, { typed, faults, states, countries })
    return { status, content: pageOf(language, [table, form]) }
  }
  if (state !== 'open') return told(state)
  if (typed['name'] === undefined) return asks(200, [])
  const caller = buyerOf(record)
  const named = buildWireBuyer(typed)
  // A company's number is looked for only if everything else is in order.
  const given = { BUYER: { ...named, TIN: named.TIN || generalTins.foreignBuyer } }
  const read = conversionRequestSchema.safeParse(given)
  if (!read.success) return asks(422, sentencesOf(faultsOfIssues(read.error.issues, given), language))
  const { BUYER: typedAs } = read.data
  const TIN = named.TIN === '' ? await searchedTin(deps, typedAs, caller) : typedAs.TIN
  if (TIN === null) return asks(422, [says.needs_tin])
  if (!isGeneralTin(TIN)) {
    const body = { customer_tin: TIN, customer_idtype: typedAs.ID_TYPE, customer_idnum: typedAs.ID_NUMBER }
    if (!(await deps.validateTin({ caller, language, body })).body.valid) return asks(422, [says.wrong_taxpayer])
  }
  try {
    const json = { BUYER: { ...typedAs, TIN } }
    await deps.convert({ caller, language, params: { guid: record.saleGuid }, json })
    const ticket = privateTicket(record.saleGuid, deps.clock.now(), deps.sign)
    const content = pageOf(language, [table, sentenceHtml(says.done), privateLink(language, ticket)])
    return { status: 200, content }
  } catch (thrown) {
    // A run or another request took the receipt first: the page then says what became of it.
    if (!(thrown instanceof Fault)) throw thrown
    if (thrown.code === 'validation_failed') return asks(422, sentencesOf(thrown.details.entries ?? [], language))
    const now = thrown.code.startsWith('conversion_denied') ? await seenReceipt(deps, record.saleGuid) : null
    if (now === null) throw thrown
    const since = conversionStatusOf(now.record, now.surroundings)
    return told(since === 'open' ? 'not_here' : since)
  }
}

/**
 * The TIN of a local company that typed only its registration number.
 * @returns null if the authority does not know exactly one
 */
async function searchedTin({ searchTin }: BuyerDeps, { ID_TYPE, ID_NUMBER }: Numbered, caller: Caller) {
  try {
    const query = { customer_idtype: ID_TYPE, customer_idnum: ID_NUMBER }
    return (await searchTin({ caller, query })).body.customer_tin
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code.startsWith('taxpayer_')) return null
    throw thrown
  }
}

type Numbered = Pick<z.output<typeof conversionRequestSchema>['BUYER'], 'ID_TYPE' | 'ID_NUMBER'>

/** The buyer as the journal names them. They may do what this page does for this receipt, and see no other company. */
const buyerOf = ({ saleGuid, companyGuid }: RecordState): Caller => ({
  by: 'buyer',
  id: `buyer ${saleGuid}`,
  scopes: new Set(),
  companyGuid,
})

/** Each sentenceHtml once, with the field's name on this page. */
function sentencesOf(entries: NonNullable<Fault['details']['entries']>, language: Language): readonly string[] {
  const says = buyerWords[language]
  const sentences = entries.map(({ pointer, code, values }) => {
    const word = fieldWords.find(([field]) => pointer.startsWith(`/BUYER/${field}`))?.[1]
    const text = say(language, 'finding', code, values)
    return word ? `${says[word]}: ${text}` : text
  })
  return [...new Set(sentences)]
}

const fieldWords: readonly (readonly [string, BuyerWord])[] = [
  ['NAME', 'name'],
  ['TIN', 'tin'],
  ['ID_TYPE', 'id_type'],
  ['ID_NUMBER', 'id_number'],
  ['EMAIL', 'email'],
  ['PHONE', 'phone'],
  ['ADDRESS/LINES', 'address'],
  ['ADDRESS/CITY', 'city'],
  ['ADDRESS/POSTCODE', 'postcode'],
  ['ADDRESS/STATE_CODE', 'state'],
  ['ADDRESS/COUNTRY_CODE', 'country'],
]
