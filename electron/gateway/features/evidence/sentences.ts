/** So many are listed: the first is what counts. */
const mostListed = 100

/** What does not fit, in bounds: a pack that somebody wrote anew has as many as lines. */
export class Sentences {
  readonly listed: string[] = []
  count = 0

  add(...found: readonly string[]): void {
    this.count += found.length
    this.listed.push(...found.slice(0, Math.max(0, mostListed - this.listed.length)))
  }
}
