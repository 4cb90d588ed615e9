import type { CodeList } from '../../../../shared/document/codes.ts'
import type { Address } from '../../../../shared/document/sale.ts'
import type { Words } from '../../../../shared/words/words.ts'
import { type Html, html } from './html.ts'
import type { PrintedParty } from './printed.ts'

/** A name and what it names; nothing where there is nothing to say. */
export const row = (name: string, value: string | undefined): Html | null =>
  value === undefined || value === '' ? null : html`<dt>${name}</dt><dd>${value}</dd>`

export const rows = (...all: readonly (Html | null)[]): Html => html`<dl>${all.filter((each) => each !== null)}</dl>`

/** The text of a code as its list says it; the code itself where the list does not know it. */
export type TextOf = (list: CodeList, code: string, field: string) => string

/** What the guideline asks of a supplier and a buyer on a visual representation. */
export function partyBlock(heading: string, party: PrintedParty, says: Words['slip'], textOf: TextOf): Html {
  const { msicCode, businessActivity } = party
  return html`<section><h2>${heading}</h2><p><b>${party.name}</b></p>${rows(
    row('TIN', party.tin),
    row(party.idType, party.idNumber),
    row('SST', party.sstNumber ?? 'NA'),
    row(says.tourism_tax, party.tourismTaxNumber),
    row(says.address, written(party.address, textOf)),
    row(says.phone, party.phone),
    row(says.email, party.email),
    row('MSIC', msicCode),
    row(says.activity, businessActivity),
  )}</section>`
}

function written({ lines, city, postcode, stateCode, countryCode }: Address, textOf: TextOf): string {
  const place = [postcode, city].filter(Boolean).join(' ')
  const state = stateCode === '17' ? undefined : textOf('state', stateCode, 'state')
  const country = countryCode === 'MYS' ? undefined : textOf('country', countryCode, 'country')
  return [...lines, place, state, country].filter((part) => part !== undefined && part !== 'NA').join(', ') || 'NA'
}
