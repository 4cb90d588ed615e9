import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import type { Claims } from '../../store/port/processes.ts'
import type { StoredOf } from '../../store/tables/stored-of.ts'
import type { Ask } from '../ask.ts'
import { endLeases, type Writer } from '../writer.ts'

interface Context {
  readonly read: Ask
  readonly writer: Writer
  readonly stored: StoredOf
}

/** @param leaseMs of every process over this database */
export function prepareClaims({ read, writer, stored }: Context, leaseMs: number): Claims {
  return {
    lease: () => writer.lease(),
    serverAheadMs: () => writer.serverClock.aheadMs(),
    async abandoned(afterSeq, limit) {
      await writer.write((transaction) => endLeases(transaction, leaseMs))
      const text = `${named} JOIN outbox ON record_seq = seq
        WHERE work = 'settle' AND seq > $1 AND NOT EXISTS (SELECT 1 FROM writer WHERE id = claimed_by)
        ORDER BY seq LIMIT $2`
      return Promise.all((await read<NamedRow>(text, afterSeq, limit)).map(stored))
    },
  }
}
