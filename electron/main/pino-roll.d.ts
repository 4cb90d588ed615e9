declare module 'pino-roll' {
  import type { destination } from 'pino'

  /** Writes to a file, and to a new one if that has grown to its size. */
  export default function roll(options: object): Promise<ReturnType<typeof destination>>
}
