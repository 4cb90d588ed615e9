/** The answers that outlets got, to compare them with the database. */
export class Answers {
  /** SALE_GUIDs that were answered with 2xx. They must all be stored. */
  readonly kept = new Set<string>()
  readonly voided = new Set<string>()
  readonly cancelled = new Set<string>()
  /** Counts by call and answer; 0 for no answer. */
  readonly counts = new Map<string, number>()
  /** Answers that an outlet cannot use. */
  readonly wrongs: string[] = []
  /** When a sale was last accepted, by a steady clock, and the longest time without one. */
  #lastMs = performance.now()
  #longestMs = 0

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  keep(saleGuid: string): void {
    this.#look()
    this.#lastMs = performance.now()
    this.kept.add(saleGuid)
  }

  /** For an outlet with its own gateway, which answers without a head office. */
  keepElsewhere(saleGuid: string): void {
    this.kept.add(saleGuid)
  }

  /** Call it when the outlets begin to sell. */
  begin(): void {
    this.#lastMs = performance.now()
  }

  /** @returns the longest time in which the head office accepted no sale, since the last call, in milliseconds */
  takeLongestGap(): number {
    this.#look()
    const longest = this.#longestMs
    this.#longestMs = 0
    return longest
  }

  #look(): void {
    this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#lastMs)
  }
}
