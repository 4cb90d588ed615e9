import type { GatewayPorts } from '../ports.ts'

/** Proves that a sealed head belongs to this installation. It is stored apart from what it proves. */
export interface Seal {
  readonly installation: string
  readonly key: string
  /** A head was sealed: if it is missing now, it was taken away. */
  readonly hasHead?: boolean
}

/** `gone`: there is a history, and its seal is not here. `locked`: the seal cannot be opened now. */
export type SealAbsence = 'gone' | 'locked'

export type SealPorts = Pick<GatewayPorts, 'secrets' | 'randomness' | 'machineId'>

const name = 'journal_seal'

interface KeptSeal extends Seal {
  readonly machine?: string
}

async function keptSeal({ secrets }: Pick<SealPorts, 'secrets'>): Promise<KeptSeal | null> {
  const kept = await secrets.get(name)
  return kept === null ? null : (JSON.parse(kept) as KeptSeal)
}

const machineOf = ({ machineId }: Pick<SealPorts, 'machineId'>): string | null => machineId?.() ?? null

/**
 * Makes the seal if nothing has been kept yet. @returns `gone` if there is a history and its seal is missing or another
 * machine's: another till's disk, a copied data directory, or a lost key store
 */
async function sealFor(hasHistory: boolean, ports: SealPorts): Promise<Seal | 'gone'> {
  const kept = await keptSeal(ports)
  if (kept !== null && !isOfAnother(kept, machineOf(ports))) return kept
  return hasHistory ? 'gone' : makeSeal(ports)
}

/** If the key store does not answer, it may still have the seal. */
export async function openSeal(
  hasHistory: boolean,
  ports: SealPorts & Pick<GatewayPorts, 'log'>,
): Promise<Seal | SealAbsence> {
  const seal = await sealFor(hasHistory, ports).catch((err: unknown) => {
    ports.log.error({ err }, 'the seal of the journal cannot be read')
    return 'locked' as const
  })
  // Not while it is unclear to whom the history belongs.
  if (typeof seal !== 'string')
    await bindSeal(ports).catch((err: unknown) => {
      ports.log.warn({ err }, 'the seal of the journal could not be bound to this machine')
    })
  return seal
}

/** @returns null if it is missing or cannot be opened; nothing is written */
export const readSeal = (ports: Pick<SealPorts, 'secrets'>): Promise<Seal | null> => keptSeal(ports).catch(() => null)

/** True only if both computers are known. */
const isOfAnother = ({ machine }: KeptSeal, here: string | null): boolean =>
  machine !== undefined && here !== null && machine !== here

/** Binds a seal that was made when the machine's id was not known. @throws Error if it cannot be kept */
async function bindSeal(ports: SealPorts): Promise<void> {
  const kept = await keptSeal(ports)
  if (kept !== null && kept.machine === undefined) await keepHere(kept, ports, kept.hasHead)
}

/** From now on a missing head is a finding. @throws Error if it cannot be kept */
export async function noteHasHead(ports: SealPorts): Promise<void> {
  const kept = await keptSeal(ports)
  if (kept !== null && !kept.hasHead) await ports.secrets.set(name, JSON.stringify({ ...kept, hasHead: true }))
}

async function keepHere({ installation, key }: Seal, ports: SealPorts, hasHead = false): Promise<void> {
  const machine = machineOf(ports)
  const seal: KeptSeal = { installation, key, ...(hasHead && { hasHead }), ...(machine !== null && { machine }) }
  await ports.secrets.set(name, JSON.stringify(seal))
}

/** @throws Error if the secret cannot be kept */
export async function makeSeal(ports: SealPorts): Promise<Seal> {
  const { randomness } = ports
  const seal: Seal = { installation: randomness.guid(), key: randomness.secret(32) }
  await keepHere(seal, ports)
  return seal
}
