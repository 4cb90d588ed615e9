import { z } from 'zod'
import { answer } from './text.ts'

const collection = <Item extends z.ZodType>(id: string, item: Item) =>
  z.object({ items: z.array(item), refreshed_at: z.iso.datetime({ precision: 3 }), source: z.string() }).meta({ id })

const code = z.string()

/** The five reference lists; each has the item fields of interface 2.3. */
export const referenceLists = {
  classification: collection('ClassificationCodes', z.object({ code, description: z.string() })),
  currency: collection('CurrencyCodes', z.object({ code, currency: z.string() })),
  payment_method: collection('PaymentMethods', z.object({ code, payment_method: z.string() })),
  tax_type: collection('TaxTypes', z.object({ code, description: z.string() })),
  unit: collection('UnitTypes', z.object({ code, description: z.string(), name: z.string() })),
} as const

export const version = answer('Version', {
  api_version: z.string(),
  service: z.literal('resit'),
  app_version: z.string(),
})
