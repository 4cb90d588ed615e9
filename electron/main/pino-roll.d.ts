declare module 'pino-roll' {
  import type { DestinationStream } from 'pino'

  interface RollOptions {
    readonly file: string
    readonly extension?: string
    readonly size?: string
    readonly limit?: { readonly count: number }
    readonly mkdir?: boolean
  }
  /** Writes to a file, and to a new one where that has grown to its size. */
  export default function roll(options: RollOptions): Promise<DestinationStream>
}
