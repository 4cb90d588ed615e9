import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Head, Trust } from '../../store/port/journal.ts'
import type { Ask } from '../ask.ts'

export type Seal = NonNullable<Trust['seal']>

import type { ChainEnd } from '../ledger.ts'

/** The last line of each chain at one moment, in the order of their ids: id, line, chain in hex. */
export type Heads = readonly (readonly [id: number, line: number, chain: string])[]

export async function headsOf(ask: Ask): Promise<Heads> {
  const rows = await ask<ChainEnd & { readonly id: number }>('SELECT id, line, chain FROM chain ORDER BY id')
  return rows.map(({ id, line, chain }) => [id, line, Buffer.from(chain).toString('hex')])
}

/** How far all chains together had come. */
export const headOf = (heads: Heads): Head => ({
  line: heads.reduce((sum, [, line]) => sum + line, 0),
  chain: createHash('sha256').update(JSON.stringify(heads)).digest('hex'),
  session: 0,
})

/** Short enough to be printed on a report and compared by eye. */
export const codeOf = ({ chain }: Pick<Head, 'chain'>): string => chain.slice(0, 8)

interface Sealed extends Omit<Head, 'session'> {
  readonly at: number
}

export const macOf = ({ at, line, chain }: Sealed, { installation, key }: Seal): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([installation, at, line, chain]))
    .digest('hex')

export const isMac = (mac: string, expected: string): boolean => {
  const [given, own] = [Buffer.from(mac, 'hex'), Buffer.from(expected, 'hex')]
  return given.length === own.length && timingSafeEqual(given, own)
}
