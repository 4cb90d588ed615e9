import type pg from 'pg'

/** The connected server. Another server of the cluster may replace it at any time. */
export class DatabaseServer {
  readonly url: string
  /** How often connections broke, and how many of these breaks a commit has followed. */
  #breaks = 1
  #believed = 0

  constructor(url: string) {
    this.url = url
  }

  broke(): void {
    this.#breaks += 1
  }

  /** The argument for `believe` once a commit that begins now has succeeded. */
  get breaks(): number {
    return this.#breaks
  }

  believe(breaks: number): void {
    this.#believed = Math.max(this.#believed, breaks)
  }

  /**
   * Whether the replicas have what is read here. After a restart a server shows data that no replica has, until a
   * commit succeeds.
   */
  get isBelieved(): boolean {
    return this.#believed === this.#breaks
  }
}

const patienceMs = 5_000

/** On every new connection first: a replica's data is old. @throws ReadOnlyServer */
export async function assertPrimary(client: pg.Client | pg.PoolClient): Promise<void> {
  // Does not wait for the other end.
  const cut = setTimeout(() => void client.end(), patienceMs)
  try {
    const { rows } = await client.query<{ readonly is: boolean }>('SELECT pg_is_in_recovery() AS is')
    if (rows[0]?.is !== false) throw new ReadOnlyServerError('this PostgreSQL is a replica and takes no writes')
  } finally {
    clearTimeout(cut)
  }
}

/** The server's own words for a refused write. */
export class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError'
  readonly code = '25006'
}
