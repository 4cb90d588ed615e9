import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { leftOfRecordSchema, recordDetailSchema } from '../../../../shared/api/operator/record-detail.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import type { AttemptWithOutcome } from '../../../../shared/domain/attempt.ts'
import { isReceipt } from '../../../../shared/domain/consolidation-rules.ts'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import { seesOutlet } from '../../../../shared/domain/outlet.ts'
import { allowedActsOf, conversionDenial } from '../../../../shared/domain/person-acts.ts'
import { givesBack, isPendingOrValid } from '../../../../shared/domain/status.ts'
import { type Language, words } from '../../../../shared/words/words.ts'
import { type Call, type OperatorHandlers, ok } from '../../http/call.ts'
import type { KeptEvent, StoredRecord } from '../../store/port/records.ts'
import { applyStoredCodes, parseBody, parseSale, parseSaleOrNull } from '../../stored-sale.ts'
import { amountGivenBack, isGivenBack, receiptContextOf } from '../consolidation/receipt-surroundings.ts'
import { personOf } from '../people/proof.ts'
import { type RecordDeps, recordOfCall } from './find.ts'
import { leftOf } from './left.ts'
import { saleShown } from './sale.ts'

type Detail = z.output<typeof recordDetailSchema>
type Left = z.output<typeof leftOfRecordSchema>

export const detailRoutes = (deps: RecordDeps) =>
  ({
    showRecord: async (call) => {
      const stored = await recordOfCall(deps.records, call)
      const { seq, record } = stored
      const related = await relatedTo(deps, stored, call)
      const [shown, conversion, body, events, attempts, dueAt] = await Promise.all([
        deps.view.show(stored, call.language),
        conversionOf(deps, stored, related.refunded, call.language),
        deps.records.body(seq, record.revision),
        deps.records.events(seq),
        deps.records.attempts(seq),
        deps.schedule.dueOf(seq),
      ])
      return ok({
        version: record.version,
        acts: [...allowedActsOf(record, deps.clock.now())],
        conversion,
        ...related,
        record: shown,
        sale: nullIfThrown(() => saleShown(parseSale(body, record))),
        next_work_at: toIsoTimeOrNull(dueAt !== null && dueAt > deps.clock.now() ? dueAt : null),
        events: events.map(eventShown),
        attempts: attempts.map(attemptShown),
      } satisfies Detail)
    },
    /** Only for people, not for tokens: it has whole identity numbers, without which a note cannot be sent. */
    leftOfRecord: async (call) => {
      personOf(call)
      const stored = await recordOfCall(deps.records, call)
      const { seq, record } = stored
      const body = await deps.records.body(seq, record.revision)
      const sale = parseSaleOrNull(body, record)
      const { BUYER = null, SUPPLIER = null }: Partial<Left> = sale ? applyStoredCodes(parseBody(body), record) : {}
      const left = sale && saleShown(leftOf(sale, await notesGivingBack(deps, seq)))
      return ok({ record: await deps.view.show(stored, call.language), sale: left, BUYER, SUPPLIER })
    },
    showAttempt: async (call) => {
      const { seq } = await recordOfCall(deps.records, call)
      const attempt = (await deps.records.attempts(seq)).find(({ id }) => id === call.params.attempt)
      if (!attempt) throw new Fault('record_not_found')
      const payload = await deps.records.payload(attempt.sha256)
      return ok({
        id: attempt.id,
        request: payload && documentShown(payload),
        answer: answerShown(attempt.outcome?.answer ?? null),
      })
    },
  }) satisfies Partial<OperatorHandlers>

/** The documents that it refers to, and that refer to it, as far as the caller may see them. */
async function relatedTo(
  { records, view }: RecordDeps,
  { seq, record: own }: StoredRecord,
  { caller, language }: Call,
) {
  const [originals, notes] = await Promise.all([records.originals(seq), records.allNotesOn(seq)])
  const whole = own.consolidatedInto === null ? null : await records.byGuid(own.consolidatedInto)
  const show = async (each: StoredRecord) => ({
    record: await view.show(each, language),
    refunded: await isGivenBack(records, each.seq),
  })
  const shown = (all: readonly StoredRecord[]) =>
    Promise.all(all.filter(({ record }) => seesOutlet(caller, record)).map(show))
  const counting = notes.filter(({ record }) => isPendingOrValid(record))
  return {
    refunded: await isGivenBack(records, seq, counting),
    refunded_amount: await amountGivenBack(records, own, counting),
    belongs_to: await shown(whole ? [...originals, whole] : originals),
    notes: await shown(notes),
  }
}

/** A note on several documents does not say how much belongs to which, so it is left out. */
async function notesGivingBack({ records }: RecordDeps, original: number): Promise<readonly Sale[]> {
  const notes = (await records.notesOn(original)).filter(({ record }) => givesBack(record))
  const sales = notes.map(async ({ seq, record }) => parseSaleOrNull(await records.body(seq, record.revision), record))
  return (await Promise.all(sales)).filter((sale) => sale !== null).filter(({ originals }) => originals?.length === 1)
}

/** Only a receipt has a buyer who can ask for an e-invoice. */
async function conversionOf(
  { records, companies, clock }: RecordDeps,
  stored: StoredRecord,
  isRefunded: boolean,
  language: Language,
): Promise<Detail['conversion']> {
  const { record } = stored
  const company = isReceipt(record) && record.family === 'sale' ? await companies.byGuid(record.companyGuid) : null
  if (!company) return null
  const context = await receiptContextOf(records, stored, { company, now: clock.now(), isGivenBack: isRefunded })
  const denial = conversionDenial(record, context)
  return { blockReason: denial && words[language].fault[denial] }
}

/** The reasons of voids and cancellations are in the record. */
function eventShown({ version, by, event }: KeptEvent): Detail['events'][number] {
  const { type, at } = event
  const reason = 'evidence' in event ? event.evidence : type === 'closed' ? event.reason : undefined
  return { version, at: toIsoTime(at), type, by, ...(reason !== undefined && { reason }) }
}

const attemptShown = (attempt: AttemptWithOutcome): z.output<typeof recordDetailSchema>['attempts'][number] => ({
  id: attempt.id,
  revision: attempt.revision,
  claimed_at: toIsoTime(attempt.claimedAt),
  outcome: attempt.outcome?.kind ?? null,
  reason: attempt.outcome?.reason ?? null,
  http_status: attempt.outcome?.httpStatus ?? null,
})

const mailAddress = /[^\s"<>@]+@[^\s"<>@]+/g
/** TINs, identity numbers, telephone numbers: at least six digits, with anything between them. */
const longNumber = /\b[A-Z]{0,3}\d(?:[ -]?\d){5,}\b/g

/** Answers are stored without personal data. This masks what an authority repeats nevertheless. */
export const maskedAnswer = (answer: string | null): string | null =>
  answer?.replace(mailAddress, '…@…').replace(longNumber, (number) => `…${number.slice(-4)}`) ?? null

const indent = 2

/** @returns null if it is not JSON */
const parsed = (text: string): unknown => nullIfThrown(() => JSON.parse(text) as unknown)

function documentShown(payload: Uint8Array): string | null {
  const document = parsed(Buffer.from(payload).toString('utf8'))
  return document === null ? null : JSON.stringify(readable(document, ''), null, indent)
}

function answerShown(answer: string | null): string | null {
  const document = answer === null ? null : parsed(answer)
  return maskedAnswer(document === null ? answer : JSON.stringify(document, null, indent))
}

/** Long, and only for machines. */
const opaque: ReadonlySet<string> = new Set(['X509Certificate', 'SignatureValue', 'DigestValue', 'CertDigest'])
/** A person may see the last four characters. */
const personal: ReadonlySet<string> = new Set(['PartyIdentification', 'Telephone', 'ElectronicMail', 'CompanyID'])

const lastShown = 4
const tail = (text: string): string => (text.length <= lastShown ? '…' : `…${text.slice(-lastShown)}`)

/** Drops the schema names and the wrapping of UBL's JSON, and masks personal numbers. */
function readable(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => readable(item, key))
    return items.length === 1 ? items[0] : items
  }
  if (typeof value !== 'object' || value === null) return shownLeaf(value, key)
  const entries = Object.entries(value)
  if (entries.some(([name]) => name === '_')) {
    const { _: content, ...attributes } = value as { readonly _: unknown }
    const names = Object.values(attributes).map(String)
    const shown = shownLeaf(content, key)
    return names.length === 0 ? shown : `${String(shown)} (${names.join(', ')})`
  }
  const isKept = personal.has(key) || opaque.has(key)
  const told = entries.filter(([name]) => !name.startsWith('_'))
  return Object.fromEntries(told.map(([name, inner]) => [name, readable(inner, isKept ? key : name)]))
}

function shownLeaf(value: unknown, key: string): unknown {
  if (opaque.has(key)) return '…'
  return personal.has(key) ? tail(String(value)) : value
}
