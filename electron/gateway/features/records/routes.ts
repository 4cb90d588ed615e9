import type { changesRows } from '../../../../shared/api/operator/changes.ts'
import type { newDocumentRows } from '../../../../shared/api/operator/new-document.ts'
import type { recordActsRows } from '../../../../shared/api/operator/record-acts.ts'
import type { recordDetailRows } from '../../../../shared/api/operator/record-detail.ts'
import type { recordListRows } from '../../../../shared/api/operator/record-list.ts'
import type { refusalRows } from '../../../../shared/api/operator/refusals.ts'
import { toWire, toWireOrNull } from '../../../../shared/api/record-to-wire.ts'
import { type HandlersOf, ok } from '../../http/call.ts'
import { showAttempt } from './attempt.ts'
import { changesSince } from './changes-since.ts'
import { closeRecord, lookUpRecord, releaseRecord, resendRecord, resolveRecord, showCorrection } from './decisions.ts'
import { showRecord } from './detail.ts'
import type { RecordDeps } from './find.ts'
import { countRecords, listRecords, listRefusals, listShifts } from './list.ts'
import { scanTaxpayer } from './scan.ts'

type Lists = typeof changesRows & typeof recordListRows & typeof refusalRows
type OfOne = typeof recordDetailRows & typeof recordActsRows & typeof newDocumentRows

const mostOutages = 20

export const recordsRoutes = (parts: RecordDeps): HandlersOf<Lists & OfOne> => ({
  changes: changesSince(parts),
  listRecords: listRecords(parts),
  countRecords: countRecords(parts),
  listRefusals: listRefusals(parts),
  listShifts: listShifts(parts),
  showRecord: showRecord(parts),
  showAttempt: showAttempt(parts),
  listOutages: async ({ caller }) => {
    const { records, companies, outbox } = parts
    const outages = await records.outages(caller.companyGuid, mostOutages)
    const isHindered = (await companies.list()).some(({ profile }) => outbox.hindranceOf(profile.companyGuid) !== null)
    const items = outages.map(({ from, to, ...counts }) => {
      const isOver = to !== null || !isHindered
      return { from: toWire(from), to: toWireOrNull(to), is_over: isOver, ...counts }
    })
    return ok({ items })
  },
  correction: showCorrection(parts),
  scanTaxpayer: scanTaxpayer(parts),
  lookUpRecord: lookUpRecord(parts),
  releaseRecord: releaseRecord(parts),
  resolveRecord: resolveRecord(parts),
  closeRecord: closeRecord(parts),
  resendRecord: resendRecord(parts),
})
