import { z } from 'zod'

export const at = z.iso.datetime({ precision: 3 })
export const count = z.int().min(0)

/** Where a page of sales ends: when the last one was made, and which of those it is. */
export const salePlace = z.string().regex(/^\d{1,15}\.\d{1,15}$/)
export const nextSale = salePlace.nullable().describe('Of the next page; null on the last one')

/** A whole number in a query string. */
export const digits = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .refine((value) => Number(value) <= most)
