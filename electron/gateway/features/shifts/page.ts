import { grouped } from '../../../../shared/document/figures.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import {
  type Cancelled,
  type Named,
  type NamedList,
  type Sum,
  unreadable,
  type Voided,
} from '../../../../shared/domain/shift-report.ts'
import { sayIn } from '../../../../shared/words/engine.ts'
import { shiftWords } from '../../../../shared/words/shift.ts'
import type { Language } from '../../../../shared/words/words.ts'
import type { OperatorHandler } from '../../http/call.ts'
import type { TillShift } from '../../store/port/shifts.ts'
import { asHtml, type Html, html, pageReply, row, rows, style, timeIn } from '../slip/page.ts'
import { type KeptReport, reportOf, type ShiftDeps, shiftAt } from './kept-report.ts'
import { type SinceThen, sentencesOf, sinceThen } from './shown.ts'

interface Reader {
  readonly language: Language
  readonly timeZone: string
  readonly isPractice: boolean
  readonly methodOf: (code: string) => string
}

interface Printed extends KeptReport {
  readonly shift: TillShift
  readonly since: SinceThen | null
}

/** A shift's report as a page to print: of a closed one as it was, and below it what became of it. */
export const shiftPage =
  (deps: ShiftDeps): OperatorHandler<'shiftReport'> =>
  async (call) => {
    const shift = await shiftAt(deps, call)
    const kept = await reportOf(deps, shift)
    const company = await deps.companies.byGuid(shift.companyGuid)
    const { items } = deps.codes.list('payment_method')
    const reader: Reader = {
      language: call.language,
      timeZone: company?.profile.timeZone ?? 'UTC',
      isPractice: deps.practice !== null,
      methodOf: (code) => items.find((item) => item.code === code)?.['payment_method'] ?? code,
    }
    const since = shift.closed && (await sinceThen(deps, shift, kept, call.language))
    return pageReply(pageOf({ ...kept, shift, since }, reader), call.language)
  }

function pageOf(printed: Printed, reader: Reader): Html {
  const { shift, report, journal, since } = printed
  const says = shiftWords[reader.language]
  const time = (instant: Instant) => timeIn(reader.timeZone, instant)
  const end = shift.closed ? (shift.closed.isClean ? says.clean : says.with_remainders) : says.so_far
  return html`<html lang="${reader.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${says.title} ${shift.outletName} ${shift.terminalName} ${shift.shiftCode}</title>
<style>${asHtml(style)}</style></head><body>
${reader.isPractice ? html`<p class="practice">${says.practice}</p>` : null}
<h1>${says.title}</h1>
${rows(
  row(says.till, `${shift.companyCode} · ${shift.outletName} · ${shift.terminalName}`),
  row(says.shift, shift.shiftCode),
  row(says.number, String(shift.number)),
  row(says.opened, `${time(shift.openedAt)}, ${shift.openedBy}`),
  shift.closed && row(says.closed, `${time(shift.closed.at)}, ${shift.closed.by}`),
  shift.closed ? null : row(says.made_at, time(report.at)),
  row(says.documents, String(report.count)),
)}
<p><b>${end}</b></p>
${shift.closed?.reason == null ? null : html`<p>${says.reason}: ${shift.closed.reason}</p>`}
${journal.isTrusted ? null : html`<p><b>${says.journal_untrusted}</b></p>`}
${sums(says.totals, report.totals, () => says.totals, reader)}
${sums(says.by_kind, report.byKind, ({ kind }) => says[kind], reader)}
${sums(says.by_payment, report.byPayment, ({ method }) => methodNamed(method, reader), reader)}
${sums(says.by_status, report.byStatus, (each) => says[each.isForConsolidation ? 'for_consolidation' : each.status], reader)}
${voids(report.voids, reader)}
${cancellations(report.cancellations, reader)}
${section(
  says.remainders,
  report.remainders.map((each) => {
    const { message, next_step } = sentencesOf(each, reader.language)
    return [each, `${says[each.status]}: ${message} ${next_step}`] as const
  }),
  reader,
)}
${list(says.in_doubt, report.inDoubt, null, reader)}
${list(says.unsent, report.unsent, report.waitingForConsolidation, reader)}
<h2>${says.head_code}</h2><p><b>${journal.code}</b></p>
${since && later(since, reader)}
<h2>${says.signature}</h2><p>&nbsp;</p><p>&nbsp;</p>
</body></html>`
}

function methodNamed(method: string | null, { methodOf, language }: Reader): string {
  if (method === unreadable) return shiftWords[language].paid_unreadable
  return method === null ? shiftWords[language].not_stated : methodOf(method)
}

const figure = (amount: string): string => grouped(amount).replace('-', '−')

function sums<Group extends Sum>(
  heading: string,
  all: readonly Group[],
  nameOf: (sum: Group) => string,
  { language }: Reader,
): Html {
  const says = shiftWords[language]
  const familyOf = ({ family }: Sum) => (family === 'self_billed' ? `${says.self_billed}: ` : '')
  const lines = all.map(
    (sum) => html`<tr><th>${familyOf(sum)}${nameOf(sum)} × ${String(sum.count)}</th>
<td>${sum.currencyCode} ${figure(sum.amount)}</td></tr>`,
  )
  return html`<h2>${heading}</h2>${all.length === 0 ? html`<p>${says.nothing_sold}</p>` : html`<table>${lines}</table>`}`
}

type Noted = readonly [document: Pick<Named, 'saleCode' | 'currencyCode' | 'amount'>, note: string]

function section(heading: string, documents: readonly Noted[], { language }: Reader): Html {
  const lines = documents.map(
    ([{ saleCode, currencyCode, amount }, note]) => html`<tr class="item"><th>${saleCode}</th>
<td>${currencyCode} ${figure(amount)}</td></tr>${note === '' ? null : html`<tr><th colspan="2">${note}</th></tr>`}`,
  )
  const content = documents.length === 0 ? html`<p>${shiftWords[language].none}</p>` : html`<table>${lines}</table>`
  return html`<h2>${heading}: ${String(documents.length)}</h2>${content}`
}

function voids(all: readonly Voided[], reader: Reader): Html {
  const says = shiftWords[reader.language]
  const noteOf = ({ at, by, isReplaced }: Voided) =>
    `${timeIn(reader.timeZone, at)}, ${by}${isReplaced ? ` (${says.replaced})` : ''}`
  return section(
    says.voids,
    all.map((each) => [each, noteOf(each)] as const),
    reader,
  )
}

function cancellations(all: readonly Cancelled[], reader: Reader): Html {
  const says = shiftWords[reader.language]
  const noteOf = ({ state, by, reason, requestedAt, cancelledAt }: Cancelled) => {
    const at = cancelledAt ?? requestedAt
    const parts = [says[state], at === null ? null : timeIn(reader.timeZone, at), by ?? says.on_the_portal, reason]
    return parts.filter((each) => each !== null).join(', ')
  }
  return section(
    says.cancellations,
    all.map((each) => [each, noteOf(each)] as const),
    reader,
  )
}

/** @param waiting of them, those that wait for their consolidated document; null where none can */
function list(heading: string, { count, documents }: NamedList, waiting: number | null, { language }: Reader): Html {
  const says = shiftWords[language]
  const more = count - documents.length
  const codes = documents.map(({ saleCode }) => saleCode).join(', ')
  return html`<h2>${heading}: ${String(count)}</h2>${
    waiting === null || waiting === 0 ? null : html`<p>${String(waiting)} ${says.waiting_for_consolidation}</p>`
  }${codes === '' ? null : html`<p>${codes}</p>`}${
    more > 0 ? html`<p>${sayIn(shiftWords, language, 'and_more', { count: String(more) })}</p>` : null
  }`
}

function later(since: SinceThen, reader: Reader): Html {
  const says = shiftWords[reader.language]
  const lines = since.remainders.map(
    (each) => html`<tr class="item"><th>${each.SALE_CODE}</th><td>${says[each.STATUS]}</td></tr>
<tr><th colspan="2">${each.message} ${each.next_step}</th></tr>`,
  )
  return html`<h2>${says.since_then} (${timeIn(reader.timeZone, Date.parse(since.at))})</h2>
${lines.length > 0 ? html`<table>${lines}</table>` : null}
${since.late > 0 ? html`<p>${says.late}: ${String(since.late)}</p>` : null}`
}
