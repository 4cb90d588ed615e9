import type pg from 'pg'

/** The server behind an address: another one of its cluster may take its place at any time. */
export class Server {
  readonly url: string
  /** How often it may have been restarted, and up to which of these a commit has gone through since. */
  #breaks = 1
  #believed = 0

  constructor(url: string) {
    this.url = url
  }

  /** A connection broke that was not cut here. */
  broke(): void {
    this.#breaks += 1
  }

  /** To be given to `believe` once a commit that begins now has gone through. */
  get breaks(): number {
    return this.#breaks
  }

  believe(breaks: number): void {
    this.#believed = Math.max(this.#believed, breaks)
  }

  /**
   * Whether synchronous replicas have what is read: a server that was restarted shows what it kept before any of them
   * has it, until a commit has gone through, which waits for them.
   */
  get isBelieved(): boolean {
    return this.#believed === this.#breaks
  }
}

/** So long a server that took the connection may stand still. */
const patienceMs = 5_000

/**
 * To be asked of every new connection before anything else: a replica answers what was, not what is.
 * @throws TakesNoWrites
 */
export async function assertPrimary(client: pg.Client | pg.PoolClient): Promise<void> {
  // In the middle of a question this does not wait for the other end.
  const cut = setTimeout(() => void client.end(), patienceMs)
  try {
    const { rows } = await client.query<{ readonly is: boolean }>('SELECT pg_is_in_recovery() AS is')
    if (rows[0]?.is !== false) throw new TakesNoWrites('this PostgreSQL is a replica and takes no writes')
  } finally {
    clearTimeout(cut)
  }
}

/** As the server itself says it, where it is asked to write all the same. */
export class TakesNoWrites extends Error {
  override readonly name = 'TakesNoWrites'
  readonly code = '25006'
}
