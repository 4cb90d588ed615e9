import { mkdirSync, rm, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Attempt } from '../../../shared/domain/attempt.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { Records, StoredRecord } from '../store/port/records.ts'

interface Sent {
  readonly stored: StoredRecord
  readonly attempt: Pick<Attempt, 'id'>
}

/** Longer than a restart of the gateway, shorter than putting back a disk with the mark on it. */
const freshMs = 2 * 60_000

/**
 * The last batch that each company sent, stored outside the data directory. If the database knows that batch, it has
 * forgotten nothing that was sent (reliability ST13).
 */
export class LastSentBatches {
  readonly #path: string

  /** @param path that the names of its files begin with */
  constructor(path: string) {
    this.#path = path
  }

  /**
   * Called before a batch leaves. Nothing is synced: after a power cut it may be older, and the database is not.
   * @param at by the authority's clock
   */
  note({ stored, attempt }: Sent, at: EpochMs): void {
    const file = this.#fileOf(stored.record.companyGuid)
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, `${stored.seq} ${attempt.id} ${at}`, { mode: 0o600 })
    } catch {
      // An older mark would prove too much for what is sent now.
      rm(file, { force: true }, () => undefined)
    }
  }

  /** Whether the last batch was sent a moment ago, and is known here. @param now by the authority's clock */
  async isKept(companyGuid: string, records: Pick<Records, 'attempts'>, now: EpochMs): Promise<boolean> {
    const [seq, id, at] = (await readFile(this.#fileOf(companyGuid), 'utf8').catch(() => '')).split(' ')
    // A missing or torn mark has no time.
    if (!(Math.abs(now - Number(at)) <= freshMs)) return false
    return (await records.attempts(Number(seq))).some((attempt) => attempt.id === id)
  }

  #fileOf = (companyGuid: string): string => `${this.#path}-${companyGuid}.sent`
}
