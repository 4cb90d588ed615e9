import { join } from 'node:path'
import { restoreFromBackup } from '../../electron/gateway/store/recovery/storage-restore.ts'
import { startGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts'
import { operate } from './operator.ts'

/** The shop after the loss of its computer: an older copy of its database on another one. */
export async function putBack(
  shop: TestGateway,
  backup: string,
  options: Pick<TestGatewayOptions, 'env' | 'ports'> = {},
): Promise<TestGateway> {
  return (await putBackAndTrust(shop, backup, options)).shop
}

/** The same shop after `trust`, with the answer to it. */
export async function putBackAndTrust(
  shop: TestGateway,
  backup: string,
  options: Pick<TestGatewayOptions, 'env' | 'ports'> = {},
): Promise<{ readonly shop: TestGateway; readonly said: string }> {
  const { dataDir } = shop
  await shop.close({ keep: true })
  restoreFromBackup(backup, join(dataDir, 'resit.db'), options.ports?.clock?.now() ?? Date.now())
  const again = await startGateway({ ...options, dataDir })
  const trust = { reason: 'The computer was replaced' }
  const { status, body } = await operate<{ readonly message: string }>(again, 'POST', '/proof/trust', trust)
  if (status !== 200) throw new Error(`the journal is not trusted: ${status}`)
  return { shop: again, said: body.message }
}

/** Makes a backup of the shop. */
export async function backUp({ gateway, dataDir }: TestGateway): Promise<string> {
  const file = join(dataDir, 'copy.db')
  await gateway.store.upkeep.backup(file)
  return file
}
