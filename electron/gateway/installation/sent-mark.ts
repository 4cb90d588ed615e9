import { mkdirSync, rm, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Attempt } from '../../../shared/domain/attempt.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Records, Stored } from '../store/port/records.ts'

interface Sent {
  readonly stored: Stored
  readonly attempt: Pick<Attempt, 'id'>
}

/** Longer than it takes to start a gateway again, shorter than it takes to put back a disk with the mark on it. */
const freshMs = 2 * 60_000

/**
 * Which batch of a company left last, outside of the data directory: a database that knows it has forgotten nothing that
 * was sent (reliability ST13).
 */
export class SentMark {
  readonly #path: string

  /** @param path that the names of its files begin with */
  constructor(path: string) {
    this.#path = path
  }

  /**
   * Called before a batch leaves. Nothing is synced: after a power cut it may be older, and the database is not.
   * @param at by the authority's clock
   */
  note({ stored, attempt }: Sent, at: Instant): void {
    const file = this.#fileOf(stored.record.companyGuid)
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, `${stored.seq} ${attempt.id} ${at}`, { mode: 0o600 })
    } catch {
      // One that is older than what leaves now would say too much.
      rm(file, { force: true }, () => undefined)
    }
  }

  /** Whether the last batch left a moment ago, and is known here. @param now by the authority's clock */
  async isKept(companyGuid: string, records: Pick<Records, 'attempts'>, now: Instant): Promise<boolean> {
    const [seq, id, at] = (await readFile(this.#fileOf(companyGuid), 'utf8').catch(() => '')).split(' ')
    // Also if there is none, or it was torn: then it says no time.
    if (!(Math.abs(now - Number(at)) <= freshMs)) return false
    return (await records.attempts(Number(seq))).some((attempt) => attempt.id === id)
  }

  #fileOf = (companyGuid: string): string => `${this.#path}-${companyGuid}.sent`
}
