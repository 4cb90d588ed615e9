import type { CodeItem, CodeListId } from '../../../../shared/document/codes.ts'
import classification from '../../codes/lists/classification_codes.json' with { type: 'json' }
import country from '../../codes/lists/country_codes.json' with { type: 'json' }
import currency from '../../codes/lists/currency_codes.json' with { type: 'json' }
import msic from '../../codes/lists/msic_codes.json' with { type: 'json' }
import payment_method from '../../codes/lists/payment_methods.json' with { type: 'json' }
import state from '../../codes/lists/state_codes.json' with { type: 'json' }
import tax_type from '../../codes/lists/tax_types.json' with { type: 'json' }
import unit from '../../codes/lists/unit_types.json' with { type: 'json' }

type CodesByList = Readonly<Partial<Record<CodeListId, readonly string[]>>>

/** The lists that ship with the product: the authority's published tables (myinvois 8). */
export const bundledLists: Readonly<Record<CodeListId, readonly CodeItem[]>> = {
  classification,
  currency,
  payment_method,
  tax_type,
  unit,
  state,
  country,
  msic,
}

/** The day on which the tables were taken from the authority. */
export const bundledAt = Date.UTC(2026, 10, 20)
export const bundledSource = 'sdk.myinvois.hasil.gov.my, bundled'

/**
 * Codes that the authority's pages still list and none of its files has: they are refused by name (myinvois 6.2, 8).
 */
export const retiredCodes: CodesByList = { state: ['00'], currency: ['HRK'], unit: ['GT'], msic: ['16221'] }
