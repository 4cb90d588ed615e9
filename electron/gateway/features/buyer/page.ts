import { createHash } from 'node:crypto'
import { type CodeItem } from '../../../../shared/document/codes.ts'
import { idTypes } from '../../../../shared/document/party.ts'
import { type BuyerWord, buyerWords } from '../../../../shared/words/buyer.ts'
import { type Language, languages } from '../../../../shared/words/words.ts'
import { asHtml, type Html, html } from '../slip/page.ts'

export type TypedFields = Readonly<Record<string, string>>

const languageNames: Readonly<Record<Language, string>> = { en: 'English', ms: 'Melayu', zh: '中文' }

/** @param renewSeconds when the browser loads the page again; absent if nothing will be new */
export const pageOf = (language: Language, main: Html | readonly Html[], renewSeconds?: number): string => {
  const says = buyerWords[language]
  const links = languages.map((each) =>
    each === language
      ? html`<a href="?lang=${each}" lang="${each}" aria-current="true">${languageNames[each]}</a>`
      : html`<a href="?lang=${each}" lang="${each}">${languageNames[each]}</a>`,
  )
  return `<!doctype html>${
    html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${renewSeconds === undefined ? null : html`<meta http-equiv="refresh" content="${String(renewSeconds)}">`}<title>${says.title}</title><style>${asHtml(style)}</style></head><body>
<nav aria-label="${says.language}">${links}</nav><main><h1>${says.title}</h1>${main}</main></body></html>`.html
  }`
}

export const sentenceHtml = (text: string): Html => html`<p role="status">${text}</p>`

const wrong = (sentences: readonly string[]): Html | null =>
  sentences.length === 0
    ? null
    : html`<div class="wrong" role="alert">${sentences.map((text) => html`<p>${text}</p>`)}</div>`

interface Field {
  readonly name: string
  readonly label: string
  readonly typed: TypedFields
  readonly isOptional?: boolean
  /** The HTML attribute that lets a phone fill in the field. */
  readonly autocomplete?: string
  readonly inputmode?: string
}

const field = ({ name, label, typed, isOptional, autocomplete = 'off', inputmode = 'text' }: Field): Html =>
  html`<label>${label}<input name="${name}" value="${typed[name] ?? ''}" maxlength="300" autocomplete="${autocomplete}" inputmode="${inputmode}"${isOptional ? null : asHtml(' required')}></label>`

const formOf = (language: Language, inside: Html): Html =>
  html`<form method="post" action="?lang=${language}">${inside}</form>`

/** The proof of possession: what only the paper says. */
export function proofForm(language: Language, typed: TypedFields, faults: readonly string[]): Html {
  const says = buyerWords[language]
  return formOf(
    language,
    html`${wrong(faults)}<p>${says.prove}</p>${field({ name: 'code', label: says.code, typed })}${field({ name: 'total', label: says.total, typed, inputmode: 'decimal' })}<button>${says.go_on}</button>`,
  )
}

export function receiptTable(
  { shop, day, total }: Readonly<Record<'shop' | 'day' | 'total', string>>,
  language: Language,
): Html {
  const says = buyerWords[language]
  return html`<dl><dt>${says.shop}</dt><dd>${shop}</dd><dt>${says.date}</dt><dd>${day}</dd><dt>${says.total}</dt><dd>${total}</dd></dl>`
}

const optionOf = (value: string, text: string, chosen: string | undefined): Html =>
  html`<option value="${value}"${value === chosen ? asHtml(' selected') : null}>${text}</option>`

interface ValidatedPage {
  readonly url: string
  /** The last part of the private link. */
  readonly link: string
  /** The QR code of its validation link, as SVG. */
  readonly code: string
}

export const validatedHtml = (language: Language, { url, link, code }: ValidatedPage): Html =>
  html`${sentenceHtml(buyerWords[language].valid)}<p><a class="link" href="${url}" rel="noreferrer">${url}</a></p><p><a class="link" href="${link}.pdf?lang=${language}">${buyerWords[language].pdf}</a></p><div class="code">${asHtml(code)}</div>`

export const privateLink = (language: Language, ticket: string): Html =>
  html`<p><a class="link" href="${ticket}?lang=${language}">${buyerWords[language].follow}</a></p>`

interface Asking {
  readonly typed: TypedFields
  readonly faults: readonly string[]
  readonly states: readonly CodeItem[]
  readonly countries: readonly CodeItem[]
}

/**
 * The form for the buyer's data. It carries the proof of the receipt, so the gateway remembers nothing between two
 * pages.
 */
export function buyerForm(language: Language, { typed, faults, states, countries }: Asking): Html {
  const says: Readonly<Record<BuyerWord, string>> = buyerWords[language]
  const kept = ['code', 'total'].map((name) => html`<input type="hidden" name="${name}" value="${typed[name] ?? ''}">`)
  const kinds = idTypes.map((type) => optionOf(type, says[type], typed['id_type']))
  const places = states.map(({ code, ...texts }) => optionOf(code, texts['state'] ?? code, typed['state']))
  const lands = countries.map(({ code, ...texts }) =>
    optionOf(code, texts['country'] ?? code, typed['country'] ?? 'MYS'),
  )
  return formOf(
    language,
    html`${wrong(faults)}<h2>${says.details}</h2>${kept}${[
      field({ name: 'name', label: says.name, typed, autocomplete: 'name' }),
      field({ name: 'tin', label: says.tin, typed, isOptional: true }),
      html`<label>${says.id_type}<select name="id_type">${kinds}</select></label>`,
      field({ name: 'id_number', label: says.id_number, typed }),
      field({ name: 'email', label: says.email, typed, autocomplete: 'email', inputmode: 'email', isOptional: true }),
      field({ name: 'phone', label: says.phone, typed, autocomplete: 'tel', inputmode: 'tel' }),
      field({ name: 'address', label: says.address, typed, autocomplete: 'street-address' }),
      field({ name: 'postcode', label: says.postcode, typed, autocomplete: 'postal-code', isOptional: true }),
      field({ name: 'city', label: says.city, typed, autocomplete: 'address-level2' }),
      html`<label>${says.state}<select name="state">${places}</select></label>`,
      html`<label>${says.country}<select name="country" autocomplete="country">${lands}</select></label>`,
    ]}<p>${says.use}</p><button>${says.ask}</button>`,
  )
}

/** For a phone in one hand: one column, and fields as high as a thumb. */
const style = `
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff;max-width:32rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:1rem 0}
nav{display:flex;gap:.5rem}
nav a{padding:.7rem;min-width:44px;text-align:center;color:#0b4a8f}
nav a[aria-current]{font-weight:bold;color:#1b1b1b;text-decoration:none}
dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem;border:1px solid #767676;border-radius:8px;padding:1rem;margin:0 0 1rem}
dd{margin:0;text-align:right;font-weight:bold}
label{display:block;margin:0 0 .8rem}
input,select{display:block;width:100%;min-height:48px;font:inherit;padding:.5rem;border:1px solid #767676;border-radius:6px;color:#1b1b1b;background:#fff}
button{width:100%;min-height:52px;font:inherit;font-weight:bold;color:#fff;background:#0b4a8f;border:0;border-radius:6px}
a:focus-visible,input:focus-visible,select:focus-visible,button:focus-visible{outline:3px solid #c05600;outline-offset:2px}
.link{display:block;padding:.7rem 0;color:#0b4a8f}
.code{max-width:16rem;margin:0 auto}
.wrong{border-left:5px solid #b3261e;padding:.5rem .8rem;margin:0 0 1rem}
`

const digest = createHash('sha256').update(style).digest('base64')

/** No script runs, nothing is loaded, and the form is sent to this page only. */
export const pageCsp = [
  "default-src 'none'",
  `style-src 'sha256-${digest}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
