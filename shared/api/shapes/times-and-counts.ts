import { z } from 'zod'

export const at = z.iso.datetime({ precision: 3 })
export const count = z.int().min(0)

/** A whole number in a query string. */
export const digits = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .refine((value) => Number(value) <= most)
