import type { changesRows } from '../../../../shared/api/operator/changes.ts'
import type { newDocumentRows } from '../../../../shared/api/operator/new-document.ts'
import type { recordActsRows } from '../../../../shared/api/operator/record-acts.ts'
import type { recordDetailRows } from '../../../../shared/api/operator/record-detail.ts'
import type { recordListRows } from '../../../../shared/api/operator/record-list.ts'
import type { refusalRows } from '../../../../shared/api/operator/refusals.ts'
import type { HandlersOf } from '../../http/call.ts'
import { listOutages } from '../health/outages.ts'
import type { QueueDeps } from '../sending/queue.ts'
import { showAttempt } from './attempt-document.ts'
import { changesSince } from './changes-since.ts'
import { showCorrection } from './correction.ts'
import { closeRecord, lookUpRecord, releaseRecord, resendRecord, resolveRecord } from './decisions.ts'
import type { RecordDeps } from './deps.ts'
import { showRecord } from './detail.ts'
import { countRecords, listRecords, listShifts } from './list.ts'
import { listRefusals } from './refusals.ts'
import { scanTaxpayer } from './scan.ts'

type Lists = typeof changesRows & typeof recordListRows & typeof refusalRows
type OfOne = typeof recordDetailRows & typeof recordActsRows & typeof newDocumentRows

export const recordsRoutes = (parts: RecordDeps & Pick<QueueDeps, 'outbox'>): HandlersOf<Lists & OfOne> => ({
  changes: changesSince(parts),
  listRecords: listRecords(parts),
  countRecords: countRecords(parts),
  listRefusals: listRefusals(parts),
  listShifts: listShifts(parts),
  showRecord: showRecord(parts),
  showAttempt: showAttempt(parts),
  listOutages: listOutages(parts),
  correction: showCorrection(parts),
  scanTaxpayer: scanTaxpayer(parts),
  lookUpRecord: lookUpRecord(parts),
  releaseRecord: releaseRecord(parts),
  resolveRecord: resolveRecord(parts),
  closeRecord: closeRecord(parts),
  resendRecord: resendRecord(parts),
})
