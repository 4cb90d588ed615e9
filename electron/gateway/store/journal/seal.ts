import type { GatewayPorts } from '../../ports.ts'
import { anchorPath, type Seal } from './anchor.ts'
import { exists } from './files.ts'
import { hasLines } from './start.ts'

export type SealPorts = Pick<GatewayPorts, 'secrets' | 'randomness' | 'machineId'>

const name = 'journal_seal'

/** As it is kept, with the machine it belongs to where that is known. */
interface KeptSeal extends Seal {
  readonly machine?: string
}

async function keptSeal({ secrets }: Pick<SealPorts, 'secrets'>): Promise<KeptSeal | null> {
  const kept = await secrets.get(name)
  return kept === null ? null : (JSON.parse(kept) as KeptSeal)
}

const machineOf = ({ machineId }: Pick<SealPorts, 'machineId'>): string | null => machineId?.() ?? null

/**
 * With what this installation proves that a journal is its own; made where nothing has been kept yet.
 * @returns `gone` where there is a journal and its seal is not here, or was another machine's: another till's disk, a
 * copy of the whole directory, or a key store that was lost
 */
export async function sealFor(directory: string, ports: SealPorts): Promise<Seal | 'gone'> {
  const kept = await keptSeal(ports)
  if (kept !== null && !isOfAnother(kept, machineOf(ports))) return kept
  return exists(anchorPath(directory)) || hasLines(directory) ? 'gone' : makeSeal(ports)
}

/** Only where both are known: who cannot say which machine it is has not become another. */
const isOfAnother = ({ machine }: KeptSeal, here: string | null): boolean =>
  machine !== undefined && here !== null && machine !== here

/**
 * Makes the seal this machine's, where it is no machine's yet (of an older Resit, or of a machine that could not say
 * which it is).
 * @throws Error where the secret cannot be kept
 */
export async function bindSeal(ports: SealPorts): Promise<void> {
  const kept = await keptSeal(ports)
  if (kept !== null && kept.machine === undefined) await keepHere(kept, ports)
}

async function keepHere({ installation, key }: Seal, ports: SealPorts): Promise<void> {
  const machine = machineOf(ports)
  const seal: KeptSeal = { installation, key, ...(machine !== null && { machine }) }
  await ports.secrets.set(name, JSON.stringify(seal))
}

/** @throws Error where the secret cannot be kept */
export async function makeSeal(ports: SealPorts): Promise<Seal> {
  const { randomness } = ports
  const seal: Seal = { installation: randomness.guid(), key: randomness.secret(32) }
  await keepHere(seal, ports)
  return seal
}
