import type { Upkeep } from '../../store/port/port.ts'
import type { Check } from './check.ts'

export interface StorageDeps {
  readonly upkeep: Pick<Upkeep, 'bytes' | 'integrity'>
  readonly storageState: () => 'sound' | 'failing' | 'full' | 'read_only' | 'damaged'
}

/** Looking at every page of a larger database takes its disk from the sales for minutes. */
const mostLookedAtBytes = 256 * 1024 * 1024

/** What is wrong with the database: of a large one what was met so far, since only a proof of everything reads all of it. */
export async function storageChecks({ upkeep, storageState }: StorageDeps): Promise<readonly Check[]> {
  const state = storageState()
  if (state !== 'sound') return [{ name: 'storage', verdict: 'bad', says: `storage_${state}` }]
  const bytes = await upkeep.bytes()
  const values = { size: (bytes / 1024 ** 3).toFixed(1) }
  if (bytes > mostLookedAtBytes) return [{ name: 'storage', verdict: 'good', says: 'storage_large', values }]
  const [finding] = await upkeep.integrity()
  if (finding === undefined) return [{ name: 'storage', verdict: 'good', says: 'storage_sound' }]
  return [{ name: 'storage', verdict: 'bad', says: 'storage_broken', values: { finding } }]
}
