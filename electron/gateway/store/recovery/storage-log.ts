/** The log is folded back from 16 MB on; so long it only becomes where that does not succeed. */
export const mostLogBytes = 256 * 1024 * 1024
/** While somebody of this process reads an old state it cannot be folded back; sales matter more than a slow backup. */
export const mostLogBytesWhileRead = 1024 * 1024 * 1024

/** What came of folding a log back. */
export interface Folding {
  readonly isWhole: boolean
  /** By how much the database will grow when the rest is. */
  readonly owedBytes: number
}

export interface LogDeps {
  /** How long the log of the database is. */
  readonly bytes: () => number
  /** Room on the disk of the database. */
  readonly freeBytes: () => number
  /** Whether somebody of this process reads all of an old state. */
  readonly isReadApart: () => boolean
  /** @returns whether nobody of this process reads beside the store any more */
  readonly endReading: () => Promise<boolean>
  /** Without waiting for anybody. */
  readonly fold: () => Folding
}

/**
 * Looks after the length of the log of a database. Another program that reads an old state (somebody's database browser,
 * a backup tool) keeps it from being folded back for as long as it likes. No sale is refused for that while there is room.
 */
export class LogLength {
  readonly #deps: LogDeps
  /** Nobody of this process kept the log from being folded back when that last failed. */
  #isHeldElsewhere = false

  constructor(deps: LogDeps) {
    this.#deps = deps
  }

  /**
   * Folds a log back that is too long. @returns whether the disk has room for what is still to be folded back
   * @throws SqliteError where the disk reports an error
   */
  async hasRoom(): Promise<boolean> {
    const { bytes, isReadApart, freeBytes } = this.#deps
    if (bytes() <= (isReadApart() ? mostLogBytesWhileRead : mostLogBytes)) return true
    const { isWhole, owedBytes } = await this.#fold()
    return isWhole || freeBytes() > owedBytes
  }

  async #fold(): Promise<Folding> {
    const { endReading, fold } = this.#deps
    let folding = fold()
    // To end our own readers over and over helps nobody while another program reads.
    if (!folding.isWhole && !this.#isHeldElsewhere) {
      this.#isHeldElsewhere = await endReading()
      folding = fold()
    }
    if (folding.isWhole) this.#isHeldElsewhere = false
    return folding
  }
}
