import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { restoreDatabase } from '../../electron/gateway/store/storage-restore.ts'
import { startGateway, type TestGateway } from './gateway.ts'
import { operate } from './operator.ts'

/** A shop on another computer, where an older copy of its database is all there is: the journal is gone too. */
export async function putBack(
  shop: TestGateway,
  backup: string,
  env: Record<string, string> = {},
): Promise<TestGateway> {
  const { dataDir } = shop
  await shop.close({ keep: true })
  restoreDatabase(backup, join(dataDir, 'resit.db'), Date.now())
  rmSync(join(dataDir, 'journal'), { recursive: true })
  const again = await startGateway({ dataDir, env })
  const { status } = await operate(again, 'POST', '/journal/trust', { reason: 'The computer was replaced' })
  if (status !== 200) throw new Error(`the journal is not trusted: ${status}`)
  return again
}
