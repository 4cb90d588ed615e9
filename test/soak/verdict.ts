import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { isReceipt } from '../../shared/domain/consolidation-rules.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import type { Mishaps } from '../faults/mishaps.ts'
import { judge } from '../faults/oracle.ts'
import type { Tills } from '../faults/tills.ts'
import { commandBeside } from '../support/command-line.ts'
import { judgeReceipts, madeDocuments } from './receipts.ts'
import type { Shop } from './shop.ts'

/** @returns what `resit verify` finds */
export async function verify({ dataDir }: Shop): Promise<readonly string[]> {
  const { stdout, stderr } = await commandBeside(dataDir, ['verify', '--json'])
  if (!stdout) return [stderr]
  const { sound, findings } = JSON.parse(stdout) as {
    readonly sound: boolean
    readonly findings: readonly string[]
  }
  return sound ? [] : findings
}

/** Compares the store, once no process uses it, with the authority's ledger. */
export async function compare({ practice, dataDir }: Shop, tills: Tills, { cancelledOnPortal }: Mishaps) {
  await practice.validateDue()
  const store = openSqliteStore(`${dataDir}/resit.db`, null)
  try {
    const receipts: RecordState[] = []
    const others: string[] = []
    for (const saleGuid of tills.kept) {
      const record = (await store.records.byGuid(saleGuid))?.record
      if (record && isReceipt(record)) receipts.push(record)
      else others.push(saleGuid)
    }
    const made = await madeDocuments(store)
    const documents = practice.ledger.documents()
    const saleGuids = [...others, ...made.map(({ record }) => record.saleGuid)]
    const judgement = await judge({ store, documents, saleGuids, cancelledOnPortal, told: tills })
    return { ...judgement, ...judgeReceipts({ receipts, made, documents, now: Date.now() }) }
  } finally {
    await store.upkeep.close()
  }
}
