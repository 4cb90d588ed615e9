import type { Observation } from '../../../../shared/domain/decide-observation.ts'
import type { AuthorityError } from '../../../../shared/domain/record.ts'
import type { PollAnswer, SentDocument } from '../port.ts'
import { reasonsFrom } from '../reasons.ts'
import { cancelledAtIn, instantOf, type UpstreamRecord } from './answer.ts'
import type { Api } from './api.ts'
import { listDay } from './list-day.ts'
import { packNames } from './reference.ts'
import { type Shown, showDocument } from './status.ts'

/** From this many documents of one kind on, pages of the day's list are cheaper than asking one by one. */
const fewestForList = 25

/** What became of documents that went up on one day. */
export async function pollDocuments(
  api: Api,
  submissionUid: string,
  documents: readonly SentDocument[],
): Promise<PollAnswer> {
  const seen: Observation[] = []
  const missing: string[] = []
  const cells = Map.groupBy(documents, ({ family, kind }) => `${family} ${kind}`)
  for (const cell of cells.values()) {
    const listed = cell.length < fewestForList ? new Map<string, Shown>() : await listDay(api, submissionUid, cell)
    for (const document of cell) {
      const shown = listed.get(document.saleGuid) ?? (await showDocument(api, document))
      if (shown.kind === 'not_answered')
        return seen.length > 0
          ? { kind: 'shown', documents: seen, missing }
          : { kind: 'not_shown', askedMs: shown.askedMs }
      if (shown.kind === 'unknown') missing.push(document.uuid)
      const observation = shown.kind === 'shown' ? observationOf(shown.record, document) : null
      if (observation) seen.push(observation)
    }
  }
  return { kind: 'shown', documents: seen, missing }
}

/** @returns null where the other gateway has a status that this one does not know */
function observationOf(record: UpstreamRecord, { uuid }: SentDocument): Observation | null {
  const seen = { uuid, longId: '', validatedAt: null, errors: [], isOnlyDuplicate: false }
  switch (record.STATUS) {
    case 'Pending':
    case 'InProgress':
      return { ...seen, status: 'Submitted' }
    case 'Valid':
      return {
        ...seen,
        status: 'Valid',
        longId: packNames(record),
        validatedAt: instantOf(record.VALIDATED_AT),
        // Its reason stays in the journal of the other gateway.
        ...(record.ATTENTION?.CODE === 'rejection_requested' && { rejection: { reason: '' } }),
      }
    case 'Cancelled':
      return { ...seen, status: 'Cancelled', ...cancelledAtIn(record) }
    case 'Invalid':
      return { ...seen, status: 'Invalid', errors: errorsIn(record) }
    case 'Voided':
      return { ...seen, status: 'Invalid', errors: [voidedThere] }
    default:
      return null
  }
}

const errorsIn = ({ ERRORS: errors }: UpstreamRecord): readonly AuthorityError[] =>
  reasonsFrom((errors ?? []).map(({ CODE, MESSAGE, FIELD }) => ({ code: CODE, message: MESSAGE, field: FIELD })))

/** Nobody but the other gateway's own people can have done that. */
const voidedThere: AuthorityError = {
  code: 'record_voided',
  message:
    'The gateway that this one sends to voided the document before the tax authority had it. To sell it again, submit it as a new sale.',
  field: '',
}
