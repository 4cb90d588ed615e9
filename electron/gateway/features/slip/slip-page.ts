import { type Language, words } from '../../../../shared/words/words.ts'
import type { CallWithParam } from '../../http/call.ts'
import { numberOrSaleCode } from '../../stored-sale.ts'
import type { Codes } from '../codes/codes.ts'
import { itemTable, paymentRows, totalsTable } from './amounts.ts'
import { asHtml, type CodeTextOf, type Html, html, partyBlock, row, style, timeIn, wrapRows } from './page.ts'
import { loadPrintedRecord, type PrintedRecord, type SlipDeps } from './printed.ts'
import { qrSvg } from './qr.ts'

/** The visual representation. A browser shows it, a printer prints it, and the PDF is made from it. @throws as `loadPrintedRecord` */
export async function slipPage(deps: SlipDeps, call: CallWithParam<'guid'>) {
  const printed = await loadPrintedRecord(deps, call)
  const code = printed.validationUrl === null ? null : await qrSvg(printed.validationUrl)
  const reader = { language: call.language, isPractice: deps.practice !== null, textOf: textsIn(deps.codes) }
  const fileName = `${numberOf(printed).replaceAll(/[^\w.-]+/g, '-')}.pdf`
  const shop = [printed.supplier.name, printed.stored.record.outletName].join(' · ')
  return { printed, fileName, shop, html: page(printed, code, reader).html }
}

interface Reader {
  readonly language: Language
  readonly isPractice: boolean
  readonly textOf: CodeTextOf
}

/** Retired codes too, because an old document still has them. */
const textsIn =
  (codes: Codes): CodeTextOf =>
  (list, code, field) => {
    const { items, obsolete } = codes.list(list)
    const known = items.find((item) => item.code === code) ?? obsolete.find(({ item }) => item.code === code)?.item
    return known?.[field] ?? code
  }

/** @param code the QR code as SVG; null for a plain receipt */
function page(printed: PrintedRecord, code: string | null, reader: Reader): Html {
  const { shown, supplier, buyer, validationUrl } = printed
  const says = words[reader.language].slip
  const isPlain = code === null
  const type = isPlain && shown.KIND === 'invoice' ? says.receipt : says[`${shown.FAMILY}_${shown.KIND}`]
  return html`<html lang="${reader.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isPlain ? says.receipt : says.title} ${numberOf(printed)}</title><style>${asHtml(style)}</style></head><body>
${printed.logo ? html`<img class="logo" src="${printed.logo}" alt="" />` : null}
${reader.isPractice ? html`<p class="practice">${says.practice}</p>` : null}
<h1>${type}</h1>
${isPlain ? null : html`<p class="status">${shown.STATUS === 'Cancelled' ? says.cancelled : says.valid}</p>`}
${namesOf(printed, reader)}
<div class="parties">${[
    partyBlock(says.supplier, supplier, says, reader.textOf),
    ...(isPlain ? [] : [partyBlock(says.buyer, buyer, says, reader.textOf)]),
  ]}</div>
<h2>${says.items}</h2>${itemTable(printed.lines, says, reader.textOf)}
${totalsTable(printed, says, reader.textOf)}
${paymentRows(printed, says, reader.textOf)}
${
  isPlain
    ? null
    : html`<h2>${says.scan}</h2>
<div class="code">${asHtml(code)}</div>
<p class="link">${validationUrl}</p>`
}
</body></html>`
}

const numberOf = ({ validationUrl, shown, sale, stored }: PrintedRecord): string =>
  validationUrl === null ? numberOrSaleCode(sale, stored.record) : shown.DOCUMENT_NUMBER

function namesOf(printed: PrintedRecord, { language }: Reader): Html {
  const { shown, stored, originals, issueTime, timeZone } = printed
  const says = words[language].slip
  const { validatedAt, cancelledAt } = stored.record
  const time = (instant: number | null) => (instant === null ? undefined : timeIn(timeZone, instant))
  if (printed.validationUrl === null)
    return wrapRows(
      row(says.receipt_number, numberOf(printed)),
      row(says.issued, time(stored.record.issuedAt)),
      ...originals.map(({ documentNumber }) => row(says.refers_to, documentNumber)),
    )
  return wrapRows(
    row(says.number, shown.DOCUMENT_NUMBER),
    row('UUID', shown.AUTHORITY?.UUID),
    row(says.issued, time(issueTime)),
    row(says.validated, time(validatedAt)),
    row(says.cancelled_at, time(cancelledAt)),
    ...originals.map(({ documentNumber, uuid }) => row(says.refers_to, `${documentNumber} (${uuid})`)),
  )
}
