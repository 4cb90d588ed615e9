import { toWire, toWireOrNull } from '../../../../shared/api/record-to-wire.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import { showAttempt } from './attempt.ts'
import { changesSince } from './changes-since.ts'
import { closeRecord, lookUpRecord, releaseRecord, resendRecord, resolveRecord, showCorrection } from './decisions.ts'
import { showRecord } from './detail.ts'
import type { RecordDeps } from './find.ts'
import { countRecords, listRecords, listRefusals, listShifts } from './list.ts'
import { scanTaxpayer } from './scan.ts'

const mostOutages = 20

export const recordsRoutes = (parts: RecordDeps) =>
  ({
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
      const isHindered = (await companies.list()).some(
        ({ profile }) => outbox.hindranceOf(profile.companyGuid) !== null,
      )
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
  }) satisfies Partial<OperatorHandlers>
