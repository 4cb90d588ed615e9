import { z } from 'zod'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import type { AuthorityReference, PublicReference } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { instantOf, type UpstreamRecord } from './api.ts'

/**
 * How a document at the other gateway is named here. It keeps our SALE_GUID through all corrections, so the revision
 * belongs to the name: an earlier one found there is not the document that is looked for.
 */
export const uuidOf = (record: UpstreamRecord, saleGuid: string): string => `${saleGuid}/${record.REVISION}`

const form = /^([0-9a-f-]{36})\/\d+$/

/** @returns null where the name is not one that `uuidOf` makes */
export const saleGuidOf = (uuid: string): string | null => form.exec(uuid)?.[1] ?? null

/** Its page of the other gateway's list: whose it is there, and the day on which it was taken. */
export interface Day {
  readonly companyGuid: string
  readonly day: string
}

/** What is polled together: documents that the other gateway lists together. */
export const submissionUidOf = ({ COMPANY_GUID, SUBMITTED_AT }: UpstreamRecord, { timeZone }: CompanyProfile): string =>
  `${COMPANY_GUID}/${dayOf(instantOf(SUBMITTED_AT) ?? 0, timeZone)}`

export function dayIn(submissionUid: string): Day {
  const [companyGuid = '', day = ''] = submissionUid.split('/')
  return { companyGuid, day }
}

const packed = z.tuple([z.string(), z.string(), z.string().nullable(), z.string().nullable()])

/**
 * The authority's own names of a valid document, kept in the place of the long id: receipts show them. Empty until there
 * is a page to show, so that they are asked for again.
 */
export const packNames = ({ AUTHORITY: names }: UpstreamRecord): string =>
  names?.VALIDATION_URL
    ? JSON.stringify([names.UUID, names.SUBMISSION_UID, names.LONG_ID ?? null, names.VALIDATION_URL ?? null])
    : ''

/** Once they are known, the authority's own names; before that the one that both gateways use. */
export function shown({ uuid, longId }: AuthorityReference): PublicReference {
  const saleGuid = saleGuidOf(uuid) ?? uuid
  if (longId === '') return { uuid: saleGuid, submissionUid: saleGuid, longId: null, validationUrl: null }
  const [theirs, submissionUid, theirLongId, validationUrl] = packed.parse(JSON.parse(longId))
  return { uuid: theirs, submissionUid, longId: theirLongId, validationUrl }
}
