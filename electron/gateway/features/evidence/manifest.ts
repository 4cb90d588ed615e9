import { z } from 'zod'

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const place = z.object({ line: z.int().min(0), chain: hex })

/** The second shows bodies and documents in its lines, which whoever knows the first alone would take for changed ones. */
export const formats = { masked: 'resit-evidence-1', whole: 'resit-evidence-2' } as const

/** What a pack says of itself, beside the hash of everything else in it. */
export const manifest = z.object({
  format: z.enum(formats),
  /** Days. */
  from: z.string(),
  to: z.string(),
  /** Whose documents attempts.csv and .json have; absent or null for every company's. */
  company: z.string().nullable().optional(),
  made_at: z.string(),
  journal: z.object({
    /** The line before the first in the pack. */
    before: place,
    last: place,
    /** First and last line of the period; null where there is none. */
    period: z.object({ first: z.int(), last: z.int() }).nullable(),
    anchor: place.nullable(),
    readable_to: z.int(),
    is_whole: z.boolean(),
  }),
  members: z.array(z.object({ name: z.string(), bytes: z.int().min(0), sha256: hex })),
})
export type Manifest = z.output<typeof manifest>

/** One line of chain.ndjson: open, withheld, or a mere link outside of the period; in the second format whole. */
export const chainLine = z.object({
  line: z.int(),
  chain: hex,
  head: z.string().optional(),
  /** What the till sent, and the document that was sent to the authority, byte for byte. */
  body: z.string().optional(),
  document: z.string().optional(),
  at: z.string().optional(),
  type: z.string().optional(),
  by: z.string().optional(),
  record: z.int().optional(),
  document_sha256: hex.optional(),
})
export type ChainLine = z.output<typeof chainLine>
