import { createHash } from 'node:crypto'
import { type CodeListId } from '../../../../shared/document/codes.ts'
import { type Decimal } from '../../../../shared/document/decimal.ts'
import { groupDigits, withSen } from '../../../../shared/document/figures.ts'
import type { Party } from '../../../../shared/document/party.ts'
import { type EpochMs } from '../../../../shared/domain/record.ts'
import { type GatewayWords, type Language } from '../../../../shared/words/words.ts'

/** Text that is HTML already: it is not escaped. */
export interface Html {
  readonly html: string
}

type Piece = string | Html | readonly Html[] | null

/** Everything that is not `Html` is escaped; null becomes nothing. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: parts.reduce((text, part, at) => text + written(pieces[at - 1] ?? null) + part) }
}

/** For trusted HTML, such as the drawing of a QR code. */
export const asHtml = (text: string): Html => ({ html: text })

function written(piece: Piece): string {
  if (piece === null) return ''
  if (typeof piece === 'string') return escaped(piece)
  return 'html' in piece ? piece.html : piece.map((each) => each.html).join('')
}

const escaped = (text: string): string => text.replaceAll(/[&<>"'`=]/g, (character) => `&#${character.charCodeAt(0)};`)

/** `1,234.50` */
export const money = (amount: Decimal): string => groupDigits(amount.toFixed(2))

/** A price may have more than two places: `0.12345`, `3.50`. */
export const price = (amount: Decimal): string => groupDigits(withSen(amount.toFixed()))

/** Day and time in the company's zone, with the offset: `2026-11-20 12:05:06 GMT+08:00`. */
export const timeIn = (timeZone: string, instant: EpochMs): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).format(instant)

/**
 * One column for an 80 mm roll, of which 72 mm can be printed on; wider on A4. Names in a right-to-left script do not
 * turn the line.
 */
export const style = `
*{box-sizing:border-box}
@page{margin:4mm}
body{font:9pt/1.35 sans-serif;color:#000;background:#fff;max-width:72mm;margin:0 auto;overflow-wrap:anywhere}
h1{font-size:13pt;margin:0 0 1mm}
h2{font-size:9pt;margin:3mm 0 1mm;border-top:1px solid #000;padding-top:1mm}
p,dl,table{margin:0;width:100%}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 2mm}
dd{margin:0;text-align:right}
dd,td,th,p,h1{unicode-bidi:isolate}
table{border-collapse:collapse}
th{text-align:left;font-weight:normal}
td{text-align:right;white-space:nowrap;vertical-align:top}
table.totals{border-top:1px solid #000;margin-top:2mm}
tr.item th{font-weight:bold;padding-top:1mm}
.due{font-weight:bold;font-size:11pt}
.logo{display:block;max-width:32mm;max-height:13mm;margin:0 auto 2mm}
.practice,.status{text-align:center;font-weight:bold;border:2px solid #000;padding:1mm;margin:0 0 2mm}
.status{font-size:20pt}
.code{text-align:center}
.code svg{width:45mm;height:45mm}
.link{text-align:center;font-size:7pt}
@media (min-width:120mm){body{max-width:180mm;font-size:10pt}.parties{display:grid;grid-template-columns:1fr 1fr;gap:8mm}}
`

const digest = createHash('sha256').update(style).digest('base64')

/** No scripts, nothing from elsewhere, and only our own style. A picture is only in the page itself. */
const policyWith = (hasPicture: boolean): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    ...(hasPicture ? ['img-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Nothing if there is no value. */
export const row = (name: string, value: string | undefined): Html | null =>
  value === undefined || value === '' ? null : html`<dt>${name}</dt><dd>${value}</dd>`

export const wrapRows = (...all: readonly (Html | null)[]): Html =>
  html`<dl>${all.filter((each) => each !== null)}</dl>`

/** The text of a code; the code itself if the list does not have it. */
export type CodeTextOf = (list: CodeListId, code: string, field: string) => string

/** A supplier has an activity; a buyer has none. */
export type PrintedParty = Party & { readonly msicCode?: string; readonly businessActivity?: string }

/** What the guideline asks for of a supplier and a buyer. */
export function partyBlock(heading: string, party: PrintedParty, says: GatewayWords['slip'], textOf: CodeTextOf): Html {
  const { msicCode, businessActivity } = party
  return html`<section><h2>${heading}</h2><p><b>${party.name}</b></p>${wrapRows(
    row('TIN', party.tin),
    row(party.idType, party.idNumber),
    row('SST', party.sstNumber ?? 'NA'),
    row(says.tourism_tax, party.tourismTaxNumber),
    row(says.address, addressOf(party.address, textOf)),
    row(says.phone, party.phone),
    row(says.email, party.email),
    row('MSIC', msicCode),
    row(says.activity, businessActivity),
  )}</section>`
}

function addressOf({ lines, city, postcode, stateCode, countryCode }: Party['address'], textOf: CodeTextOf): string {
  const place = [postcode, city].filter(Boolean).join(' ')
  const state = stateCode === '17' ? undefined : textOf('state', stateCode, 'state')
  const country = countryCode === 'MYS' ? undefined : textOf('country', countryCode, 'country')
  return [...lines, place, state, country].filter((part) => part !== undefined && part !== 'NA').join(', ') || 'NA'
}

export const pageReply = (page: string, language: Language, hasPicture: boolean) => ({
  status: 200 as const,
  media: { type: 'text/html; charset=utf-8', content: `<!doctype html>${page}` },
  headers: {
    'content-security-policy': policyWith(hasPicture),
    'referrer-policy': 'no-referrer',
    'content-language': language,
  },
})
