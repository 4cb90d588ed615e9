import { z } from 'zod'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import type { AuthorityReference, ShownReference } from '../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { instantOf, type UpstreamRecord } from './api.ts'

/** The SALE_GUID is the same for all corrections, so the revision is part of the name. */
export const uuidOfRevision = (record: UpstreamRecord, saleGuid: string): string => `${saleGuid}/${record.REVISION}`

const form = /^([0-9a-f-]{36})\/\d+$/

/** @returns null if `uuidOfRevision` did not make it */
export const saleGuidOfUuid = (uuid: string): string | null => form.exec(uuid)?.[1] ?? null

/** Documents with the same id are polled together. */
export const submissionUidOf = ({ COMPANY_GUID, SUBMITTED_AT }: UpstreamRecord, { timeZone }: CompanyProfile): string =>
  `${COMPANY_GUID}/${dayOf(instantOf(SUBMITTED_AT) ?? 0, timeZone)}`

/** A page of its list: the company there, and the day. */
export function companyDayIn(submissionUid: string): { readonly companyGuid: string; readonly day: string } {
  const [companyGuid = '', day = ''] = submissionUid.split('/')
  return { companyGuid, day }
}

const packed = z.tuple([z.string(), z.string(), z.string().nullable(), z.string().nullable()])

/**
 * The authority's names of a valid document, stored in place of the long id. Empty until it has a page, so that it is
 * asked again.
 */
export const packAuthorityNames = ({ AUTHORITY: names }: UpstreamRecord): string =>
  names?.VALIDATION_URL
    ? JSON.stringify([names.UUID, names.SUBMISSION_UID, names.LONG_ID ?? null, names.VALIDATION_URL ?? null])
    : ''

/** The authority's names if they are known; before that the common GUID. */
export function unpackReference({ uuid, longId }: AuthorityReference): ShownReference {
  const saleGuid = saleGuidOfUuid(uuid) ?? uuid
  if (longId === '') return { uuid: saleGuid, submissionUid: saleGuid, longId: null, validationUrl: null }
  const [theirs, submissionUid, theirLongId, validationUrl] = packed.parse(JSON.parse(longId))
  return { uuid: theirs, submissionUid, longId: theirLongId, validationUrl }
}
