import type { GatewayPorts } from '../ports.ts'

/** Proves that a sealed head belongs to this installation. It is stored apart from what it proves. */
export interface SealKey {
  readonly installation: string
  readonly key: string
  /** A head was sealed: if it is missing now, it was taken away. */
  readonly hasHead?: boolean
}

/** The finding: there is a history, and its seal is not here, or cannot be opened now. */
export type SealAbsence = 'seal_missing' | 'seal_locked'

export type SealPorts = Pick<GatewayPorts, 'secrets' | 'randomness' | 'machineId'>

const name = 'journal_seal'

interface KeptSeal extends SealKey {
  readonly machine?: string
}

async function keptSeal({ secrets }: Pick<SealPorts, 'secrets'>): Promise<KeptSeal | null> {
  const kept = await secrets.get(name)
  return kept === null ? null : (JSON.parse(kept) as KeptSeal)
}

const keep = (seal: KeptSeal, { secrets }: Pick<SealPorts, 'secrets'>) => secrets.set(name, JSON.stringify(seal))

const machineOf = ({ machineId }: Pick<SealPorts, 'machineId'>): string | null => machineId?.() ?? null

/**
 * Makes the seal if nothing has been kept yet. @returns `seal_missing` if there is a history and its seal is missing or
 * another machine's: another till's disk, a copied data directory, or a lost key store. If the key store does not
 * answer, it may still have the seal.
 */
export async function loadOrMakeSealKey(
  hasHistory: boolean,
  ports: SealPorts & Pick<GatewayPorts, 'log'>,
): Promise<SealKey | SealAbsence> {
  try {
    const [kept, here] = [await keptSeal(ports), machineOf(ports)]
    // Another one only if both computers are known.
    const isOfAnother = kept?.machine !== undefined && here !== null && kept.machine !== here
    if (!kept || isOfAnother) return hasHistory ? 'seal_missing' : await makeSealKey(ports)
    if (kept.machine === undefined && here !== null)
      await keep({ ...kept, machine: here }, ports).catch((err: unknown) => {
        ports.log.warn({ err }, 'the seal of the journal could not be bound to this machine')
      })
    return kept
  } catch (err) {
    ports.log.error({ err }, 'the seal of the journal cannot be read')
    return 'seal_locked'
  }
}

/** @returns null if it is missing or cannot be opened; nothing is written */
export const readSealKey = (ports: Pick<SealPorts, 'secrets'>): Promise<SealKey | null> =>
  keptSeal(ports).catch(() => null)

/** From now on a missing head is a finding. @throws Error if it cannot be kept */
export async function markHeadSealed(ports: SealPorts): Promise<void> {
  const kept = await keptSeal(ports)
  if (kept && !kept.hasHead) await keep({ ...kept, hasHead: true }, ports)
}

/** @throws Error if the secret cannot be kept */
export async function makeSealKey(ports: SealPorts): Promise<SealKey> {
  const { randomness } = ports
  const machine = machineOf(ports)
  const seal: KeptSeal = {
    installation: randomness.guid(),
    key: randomness.secret(32),
    ...(machine !== null && { machine }),
  }
  await keep(seal, ports)
  return seal
}
