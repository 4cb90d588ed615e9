import { z } from 'zod'
import type { ObservedStatus } from '../../../../shared/domain/decide-observation.ts'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import { parsedJson } from '../ask.ts'

/** With keys in lower case: the authority writes both `Uid` and `UID` (myinvois 2). Undefined if it is not JSON. */
export const parseLowerKeys = (body: Buffer): unknown =>
  // Unlike `toString`, it leaves out a byte order mark.
  foldKeys(parsedJson(new TextDecoder().decode(body)))

function foldKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(foldKeys)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), foldKeys(member)]))
}

const text = z.string().max(10_000)
const maybeText = text.nullish()
/** A strange value in one document must not hide the others of the page. */
const lenientText = maybeText.catch(null)
/** Such a name needs no encoding in paths and links. */
const uid = z.string().regex(/^[\w.~-]{1,100}$/)
const maybeUid = uid.or(z.literal('')).nullish()
const maybeLongId = z
  .string()
  .regex(/^[\w.~-]{0,200}$/)
  .nullish()
  .catch(null)

export const submissionSchema = z.object({
  submissionuid: maybeUid,
  accepteddocuments: z.array(z.object({ uuid: uid, invoicecodenumber: text })).nullish(),
  rejecteddocuments: z.array(z.object({ invoicecodenumber: text, error: z.unknown().optional() })).nullish(),
})

const amount = z.number().or(z.string()).nullish().catch(null)

const summaryShape = z.object({
  uuid: uid,
  submissionuid: maybeUid.catch(null),
  longid: maybeLongId,
  // A document in doubt is found by it: an unreadable value proves nothing.
  internalid: maybeText.or(z.number().transform(String)),
  typename: lenientText,
  datetimereceived: lenientText,
  datetimevalidated: lenientText,
  canceldatetime: lenientText,
  rejectrequestdatetime: lenientText,
  documentstatusreason: lenientText,
  status: text.catch(''),
  // Lists name the total differently (myinvois 2, E5, E9).
  total: amount,
  totalpayableamount: amount,
})
export type DocumentSummary = z.output<typeof summaryShape>

export const submissionStateSchema = z.object({
  documentsummary: z.array(summaryShape).nullish(),
})

export const detailsSchema = summaryShape.extend({ validationresults: z.unknown().optional() })

export const rawDocumentSchema = summaryShape.extend({ document: z.string().nullish() })

export const searchPageSchema = z.object({
  result: z.array(summaryShape).nullish(),
  metadata: z.object({ totalpages: z.number().nullish(), totalcount: z.number().nullish() }).nullish().catch(null),
})

export const taxpayerMessageSchema = z.object({ response_msg: z.string().nullish() }).nullable()

export const foundTinSchema = z.object({ tin: text.min(1) })

/** No longer than a document allows; empty if missing. */
const shown = z
  .string()
  .max(300)
  .nullish()
  .transform((said) => said?.trim() ?? '')

export const taxpayerInfoSchema = z
  .object({
    tin: text.min(1).max(14),
    name: text.min(1).max(300),
    idtype: text.max(20),
    idnumber: text.max(20),
    sst: shown,
    email: shown,
    contactnumber: shown,
    msic: shown,
    businessactivitydescriptionen: shown,
    businessactivitydescriptionbm: shown,
    addressline0: shown,
    addressline1: shown,
    addressline2: shown,
    postalzone: shown,
    city: shown,
    state: shown,
    country: shown,
  })
  .transform(({ tin, name, email, city, state, country, ...info }) => ({
    tin,
    name,
    email,
    city,
    state,
    country,
    idType: info.idtype,
    idNumber: info.idnumber,
    sstNumber: info.sst,
    phone: info.contactnumber,
    msicCode: info.msic,
    businessActivity: info.businessactivitydescriptionen || info.businessactivitydescriptionbm,
    addressLines: [info.addressline0, info.addressline1, info.addressline2],
    postcode: info.postalzone,
  }))

export const tokenSchema = z.object({
  // Only what may stand in a header.
  access_token: z.string().regex(/^[\x21-\x7e]{1,20000}$/),
  expires_in: z.number().positive().max(86_400),
})

/** Undefined if its status is unknown. */
export function observationIn(summary: DocumentSummary): ObservedStatus | undefined {
  const status = statusOf(summary)
  const cancelledAt = cancelledAtIn(summary)
  return (
    status && {
      uuid: summary.uuid,
      status,
      longId: summary.longid ?? '',
      validatedAt: instantOf(summary.datetimevalidated),
      errors: [],
      isOnlyDuplicate: false,
      ...(status === 'Cancelled' && cancelledAt !== null && { cancelledAt }),
    }
  )
}

export const cancelledAtIn = (summary: DocumentSummary): number | null => instantOf(summary.canceldatetime)

const statuses = ['Submitted', 'Valid', 'Invalid', 'Cancelled'] as const

export const statusOf = ({ status }: DocumentSummary): (typeof statuses)[number] | undefined =>
  statuses.find((known) => known.toLowerCase() === status.replaceAll(' ', '').toLowerCase())

const kinds: Readonly<Record<string, Kind>> = {
  invoice: 'invoice',
  creditnote: 'credit_note',
  debitnote: 'debit_note',
  refundnote: 'refund_note',
}

/** `Self-billed Credit Note`, in any spelling; nulls for an unknown name. */
export function familyAndKindOf({ typename }: DocumentSummary): {
  readonly family: Family | null
  readonly kind: Kind | null
} {
  const letters = (typename ?? '').toLowerCase().replace(/[^a-z]/g, '')
  const kind = kinds[letters.replace(/^selfbilled/, '')]
  return kind
    ? { family: letters.startsWith('selfbilled') ? 'self_billed' : 'sale', kind }
    : { family: null, kind: null }
}

/** Always UTC (myinvois 3). Without a zone, JavaScript would take this computer's own. */
export const instantOf = (value: string | null | undefined): number | null => {
  const instant = Date.parse(value && withoutZone.test(value) ? `${value}Z` : (value ?? ''))
  return Number.isNaN(instant) ? null : instant
}

const withoutZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/
