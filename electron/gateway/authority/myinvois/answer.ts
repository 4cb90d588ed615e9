import { z } from 'zod'

/**
 * A JSON answer with all its keys in lower case: the authority's pages and its wire do not agree on `Uid` or `UID`
 * (myinvois 2). Undefined where it is not JSON.
 */
export function readJson(body: Buffer): unknown {
  try {
    return foldKeys(JSON.parse(body.toString('utf8')))
  } catch {
    return undefined
  }
}

function foldKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), foldKeys(member)]))
}

const text = z.string().max(10_000)
const maybeText = text.nullish()

export const submission = z.object({
  submissionuid: maybeText,
  accepteddocuments: z.array(z.object({ uuid: text.min(1), invoicecodenumber: text })).nullish(),
  rejecteddocuments: z.array(z.object({ invoicecodenumber: text, error: z.unknown().optional() })).nullish(),
})

const summary = z.object({
  uuid: text.min(1),
  submissionuid: maybeText,
  longid: maybeText,
  internalid: maybeText,
  typename: maybeText,
  datetimereceived: maybeText,
  datetimevalidated: maybeText,
  rejectrequestdatetime: maybeText,
  documentstatusreason: maybeText,
  status: text,
})
export type Summary = z.output<typeof summary>

export const submissionState = z.object({
  documentcount: z.number().nullish(),
  documentsummary: z.array(summary).nullish(),
})

export const details = summary.extend({ validationresults: z.unknown().optional() })

export const rawDocument = summary.extend({ document: z.string().nullish() })

export const searchPage = z.object({
  result: z.array(summary).nullish(),
  metadata: z.object({ totalpages: z.number().nullish(), totalcount: z.number().nullish() }).nullish(),
})

export const foundTin = z.object({ tin: text.min(1) })

export const token = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.number().positive().max(86_400),
})

const statuses = ['Submitted', 'Valid', 'Invalid', 'Cancelled'] as const

/** A document's status as the authority spells it somewhere. */
export const statusOf = ({ status }: Summary): (typeof statuses)[number] | undefined =>
  statuses.find((known) => known.toLowerCase() === status.replaceAll(' ', '').toLowerCase())

export const instantOf = (value: string | null | undefined): number | null => {
  const instant = Date.parse(value ?? '')
  return Number.isNaN(instant) ? null : instant
}
