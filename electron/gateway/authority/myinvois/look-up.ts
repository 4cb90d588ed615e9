import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { LookUpResult } from '../../../../shared/domain/decide-look-up.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { parsedJson } from '../ask.ts'
import type { LookUpAnswer, LookUpQuery } from '../port.ts'
import { type DocumentSummary, familyAndKindOf, instantOf, rawDocumentSchema, statusOf } from './answer.ts'
import { type Api, read } from './api.ts'
import { type Span, searchSent, skewMs } from './search.ts'

/**
 * Looks for documents in doubt by searching the times they were sent in, page after page, then compares what
 * it finds with what was sent (reliability 4.6, myinvois 2 E9 and E7).
 */
export async function lookUpDocuments(
  api: Api,
  company: CompanyProfile,
  { queries, step }: { readonly queries: readonly LookUpQuery[]; readonly step?: (() => void) | undefined },
): Promise<LookUpAnswer> {
  const isWanted = (span: Span) =>
    queries.some(({ sentFrom, sentTo }) => sentFrom - skewMs <= span.to && sentTo + skewMs >= span.from)
  const summaries = new Map<string, DocumentSummary>()
  for (const stretch of stretchesOf(queries)) {
    const found = await searchSent(api, company, { ...stretch, isWanted, step })
    if (found.kind === 'not_answered') return found
    for (const summary of found.summaries) summaries.set(summary.uuid, summary)
  }
  const findings = new Map<string, LookUpResult>()
  const byNumber = Map.groupBy(summaries.values(), ({ internalid }) => internalid)
  for (const query of queries) {
    const candidates = candidatesFor(query, byNumber.get(query.documentNumber) ?? [])
    const finding = await findingFor(api, company, query, candidates)
    if (finding) findings.set(query.saleGuid, finding)
  }
  return { kind: 'answered', findings }
}

/** If two documents in doubt were sent closer together than this, one search for both costs no more than two. */
const shortestGapMs = 6 * 3_600_000

/** The spans to search. Documents in doubt that were sent far apart get a span each, because a search reads it all. */
function stretchesOf(queries: readonly LookUpQuery[]): readonly Span[] {
  const stretches: Span[] = []
  for (const { sentFrom, sentTo } of queries.toSorted((one, other) => one.sentFrom - other.sentFrom)) {
    const [from, to] = [sentFrom - skewMs, sentTo + skewMs]
    const last = stretches.at(-1)
    if (last && from - last.to < shortestGapMs) stretches.splice(-1, 1, { from: last.from, to: Math.max(last.to, to) })
    else stretches.push({ from, to })
  }
  return stretches
}

/** @param summaries of documents with the number in doubt @returns those of the same type, valid ones first */
function candidatesFor(query: LookUpQuery, summaries: readonly DocumentSummary[]): readonly DocumentSummary[] {
  const isCandidate = (summary: DocumentSummary) => {
    const { family, kind } = familyAndKindOf(summary)
    const receivedAt = instantOf(summary.datetimereceived) ?? query.sentFrom
    return (
      // A document of an unknown type is compared too: that is safer than sending ours again.
      (kind === null || (family === query.family && kind === query.kind)) &&
      !query.otherUuids.has(summary.uuid) &&
      receivedAt >= query.sentFrom - skewMs
    )
  }
  const weight = (summary: DocumentSummary) => (statusOf(summary) === 'Invalid' ? 1 : 0)
  return summaries.filter(isCandidate).toSorted((one, other) => weight(one) - weight(other))
}

/** @returns null if the found documents could not be compared now */
async function findingFor(
  api: Api,
  company: CompanyProfile,
  query: LookUpQuery,
  candidates: readonly DocumentSummary[],
): Promise<LookUpResult | null> {
  let isOther = false
  for (const candidate of candidates) {
    const { uuid, submissionuid } = candidate
    const same: LookUpResult = { kind: 'same', uuid, submissionUid: submissionuid ?? '' }
    // The authority does not hand out the text of an invalid document; its number, type and time have to do.
    if (statusOf(candidate) === 'Invalid') {
      if (query.isInvalidOurs) return same
      continue
    }
    if (query.sha256 === null) {
      const receivedAt = instantOf(candidate.datetimereceived)
      return { ...same, kind: 'unproven', ...(receivedAt !== null && { receivedAt }) }
    }
    const text = await textThere(api, company, uuid)
    if (text === null) return null
    if (await isSameDocument(text, query)) return same
    isOther = true
  }
  return isOther ? { kind: 'other' } : { kind: 'nothing' }
}

/** Compared byte for byte. If the authority gives the document back in another form, compared by its values. */
const isSameDocument = async (there: string, { sha256, text }: LookUpQuery): Promise<boolean> =>
  formsOf(there).some((form) => hash('sha256', form) === sha256) || saysTheSame(there, (await text?.()) ?? null)

async function textThere(api: Api, company: CompanyProfile, uuid: string): Promise<string | null> {
  const path = `/api/v1.0/documents/${encodeURIComponent(uuid)}/raw`
  return (await read(api, company, { path, limit: 'getDocument', schema: rawDocumentSchema })).data?.document || null
}

/** A document as it is given back: as it came, or the same in base64 (myinvois 2, E7). */
function formsOf(text: string): readonly string[] {
  const isBase64 = /^[A-Za-z0-9+/\r\n]+={0,2}\s*$/.test(text)
  return isBase64 ? [text, Buffer.from(text, 'base64').toString('utf8')] : [text]
}

/**
 * Whether two texts of JSON mean the same: the same members and values, lists in their order, numbers by value. A
 * signature is a value like any other. @param sent null if the sent text is not known any more
 */
function saysTheSame(there: string, sent: string | null): boolean {
  const ours = sent === null ? undefined : parsed(sent)
  if (ours === undefined) return false
  return formsOf(there).some((form) => {
    const theirs = parsed(form)
    return theirs !== undefined && isDeepStrictEqual(theirs, ours)
  })
}

/** Undefined if it is not a JSON object. */
function parsed(text: string): object | undefined {
  const value = parsedJson(text)
  return typeof value === 'object' && value !== null ? value : undefined
}
