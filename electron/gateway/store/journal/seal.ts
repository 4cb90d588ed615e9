import type { GatewayPorts } from '../../ports.ts'
import { anchorPath, type Seal } from './anchor.ts'
import { exists } from './files.ts'
import { hasLines } from './start.ts'

type SealPorts = Pick<GatewayPorts, 'secrets' | 'randomness'>

const name = 'journal_seal'

/**
 * With what this installation proves that a journal is its own; made where nothing has been kept yet.
 * @returns `gone` where there is a journal and its seal is not here: another till's disk, or a key store that was lost
 */
export async function sealFor(directory: string, ports: SealPorts): Promise<Seal | 'gone'> {
  const kept = await ports.secrets.get(name)
  if (kept !== null) return JSON.parse(kept) as Seal
  return exists(anchorPath(directory)) || hasLines(directory) ? 'gone' : makeSeal(ports)
}

/** @throws Error where the secret cannot be kept */
export async function makeSeal({ secrets, randomness }: SealPorts): Promise<Seal> {
  const seal: Seal = { installation: randomness.guid(), key: randomness.secret(32) }
  await secrets.set(name, JSON.stringify(seal))
  return seal
}
