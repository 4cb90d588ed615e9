declare module 'pino-roll' {
  import type { DestinationStream } from 'pino'

  interface RollOptions {
    readonly file: string
    readonly extension: string
    readonly size: string
    readonly limit: { readonly count: number }
    readonly mkdir: boolean
    /** Bytes; what comes while so many wait to be written is left out. */
    readonly maxLength: number
  }
  export interface LogFile extends DestinationStream {
    on(event: 'error', listener: (error: Error) => void): unknown
  }
  /** Writes to a file, and to a new one if that has grown to its size. */
  export default function roll(options: RollOptions): Promise<LogFile>
}
