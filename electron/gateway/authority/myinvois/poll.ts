import type { Observation } from '../../../../shared/domain/decide-observation.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import type { PollAnswer } from '../port.ts'
import { details, type Summary, seenIn, submissionState } from './answer.ts'
import { type Api, read } from './api.ts'
import { validationErrors } from './errors.ts'

const pageSize = 100
const mostPages = 50

/** What became of the documents of one submission (myinvois 2, E6), with the reasons of invalid ones (E8). */
export async function pollSubmission(
  api: Api,
  company: CompanyProfile,
  submissionUid: string,
  uuids: ReadonlySet<string>,
): Promise<PollAnswer> {
  // A search may not say in which submission a document came (myinvois 2, E9): it has a name of its own.
  if (submissionUid === '') return pollEach(api, company, uuids)
  const documents: Observation[] = []
  const met = new Set<string>()
  for (let page = 1; page <= mostPages; page += 1) {
    const state = await read(api, company, {
      path: `/api/v1.0/documentsubmissions/${encodeURIComponent(submissionUid)}?pageNo=${page}&pageSize=${pageSize}`,
      limit: 'getSubmission',
      schema: submissionState,
    })
    if (!state.data) return { kind: 'not_shown', askedMs: state.askedMs }
    const known = met.size
    for (const summary of state.data.documentsummary ?? []) {
      const isNews = uuids.has(summary.uuid) && !met.has(summary.uuid)
      met.add(summary.uuid)
      const seen = isNews ? await observationOf(api, company, summary) : null
      if (seen) documents.push(seen)
    }
    // Until all we ask about was shown, or nothing new is: totals, page counts and the size of pages may be wrong.
    if (met.size === known || [...uuids].every((uuid) => met.has(uuid))) break
  }
  return { kind: 'shown', documents }
}

async function pollEach(api: Api, company: CompanyProfile, uuids: ReadonlySet<string>): Promise<PollAnswer> {
  const documents: Observation[] = []
  for (const uuid of uuids) {
    const shown = await showDetails(api, company, uuid)
    const seen = shown?.uuid === uuid ? seenIn(shown) : undefined
    if (seen) documents.push({ ...seen, ...(seen.status === 'Invalid' && validationErrors(shown?.validationresults)) })
  }
  return documents.length > 0 ? { kind: 'shown', documents } : { kind: 'not_shown', askedMs: null }
}

async function observationOf(api: Api, company: CompanyProfile, summary: Summary): Promise<Observation | null> {
  const seen = seenIn(summary)
  if (seen?.status !== 'Invalid') return seen ?? null
  // A document is not called invalid before it can be said why.
  const shown = await showDetails(api, company, summary.uuid)
  return shown && { ...seen, ...validationErrors(shown.validationresults) }
}

/** @returns null where the authority did not answer */
export async function showDetails(api: Api, company: CompanyProfile, uuid: string) {
  const path = `/api/v1.0/documents/${encodeURIComponent(uuid)}/details`
  return (await read(api, company, { path, limit: 'getDetails', schema: details })).data
}
