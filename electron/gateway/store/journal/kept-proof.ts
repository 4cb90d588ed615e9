import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { prepareSetting } from '../areas/setting.ts'
import type { End } from './journal-lines.ts'

const name = 'proof'

interface Kept {
  readonly line: number
  /** Hex. */
  readonly chain: string
  readonly at: Instant
}

/** Up to which line everything held when it was proved last, and when that was. */
export function prepareKeptProof(database: Database) {
  const setting = prepareSetting(database)
  return {
    read(): (End & { readonly at: Instant }) | null {
      const text = setting.get(name)
      if (text === undefined) return null
      const { line, chain, at } = JSON.parse(text) as Kept
      return { line, chain: Buffer.from(chain, 'hex'), at }
    },
    keep({ line, chain }: End, at: Instant): void {
      setting.set(name, JSON.stringify({ line, chain: chain.toString('hex'), at } satisfies Kept))
    },
  }
}
