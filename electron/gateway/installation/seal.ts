import type { GatewayPorts } from '../ports.ts'

/** What an installation proves with that a sealed head is its own; kept outside of everything that it proves. */
export interface Seal {
  readonly installation: string
  readonly key: string
  /** A head was sealed with it: one that is missing was taken away. */
  readonly hasHead?: boolean
}

/** `gone`: there is a history, and its seal is not here. `locked`: the seal cannot be opened now. */
export type SealAbsence = 'gone' | 'locked'

export type SealPorts = Pick<GatewayPorts, 'secrets' | 'randomness' | 'machineId'>

const name = 'journal_seal'

/** As it is kept, with the machine it belongs to if that is known. */
interface KeptSeal extends Seal {
  readonly machine?: string
}

async function keptSeal({ secrets }: Pick<SealPorts, 'secrets'>): Promise<KeptSeal | null> {
  const kept = await secrets.get(name)
  return kept === null ? null : (JSON.parse(kept) as KeptSeal)
}

const machineOf = ({ machineId }: Pick<SealPorts, 'machineId'>): string | null => machineId?.() ?? null

/**
 * The seal of this installation; made if nothing has been kept yet.
 * @param hasHistory whether something was kept here before
 * @returns `gone` if it was, and its seal is not here or is another machine's: another till's disk, a copy of the whole
 * directory, or a key store that was lost
 */
async function sealFor(hasHistory: boolean, ports: SealPorts): Promise<Seal | 'gone'> {
  const kept = await keptSeal(ports)
  if (kept !== null && !isOfAnother(kept, machineOf(ports))) return kept
  return hasHistory ? 'gone' : makeSeal(ports)
}

/** As `sealFor`; a key store that does not answer has the seal still, perhaps. */
export async function openSeal(
  hasHistory: boolean,
  ports: SealPorts & Pick<GatewayPorts, 'log'>,
): Promise<Seal | SealAbsence> {
  const seal = await sealFor(hasHistory, ports).catch((err: unknown) => {
    ports.log.error({ err }, 'the seal of the journal cannot be read')
    return 'locked' as const
  })
  // Not while it is in doubt whose it is.
  if (typeof seal !== 'string')
    await bindSeal(ports).catch((err: unknown) => {
      ports.log.warn({ err }, 'the seal of the journal could not be bound to this machine')
    })
  return seal
}

/** @returns the seal if it is kept and can be opened; nothing is made or written */
export const readSeal = (ports: Pick<SealPorts, 'secrets'>): Promise<Seal | null> => keptSeal(ports).catch(() => null)

/** Only if both are known: a machine that cannot say which it is has not become another. */
const isOfAnother = ({ machine }: KeptSeal, here: string | null): boolean =>
  machine !== undefined && here !== null && machine !== here

/** Makes the seal this machine's, if it is of a machine that could not say which it is. @throws Error if it cannot be kept */
async function bindSeal(ports: SealPorts): Promise<void> {
  const kept = await keptSeal(ports)
  if (kept !== null && kept.machine === undefined) await keepHere(kept, ports, kept.hasHead)
}

/** From now on a head that is missing was taken away. @throws Error if it cannot be kept */
export async function noteHead(ports: SealPorts): Promise<void> {
  const kept = await keptSeal(ports)
  if (kept !== null && !kept.hasHead) await ports.secrets.set(name, JSON.stringify({ ...kept, hasHead: true }))
}

async function keepHere({ installation, key }: Seal, ports: SealPorts, hasHead = false): Promise<void> {
  const machine = machineOf(ports)
  const seal: KeptSeal = { installation, key, ...(hasHead && { hasHead }), ...(machine !== null && { machine }) }
  await ports.secrets.set(name, JSON.stringify(seal))
}

/** @throws Error where the secret cannot be kept */
export async function makeSeal(ports: SealPorts): Promise<Seal> {
  const { randomness } = ports
  const seal: Seal = { installation: randomness.guid(), key: randomness.secret(32) }
  await keepHere(seal, ports)
  return seal
}
