import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import roll from 'pino-roll'

export type Log = Logger

export interface Logs {
  readonly dir: string
  readonly log: Log
  /** What the gateway's process writes: lines of its own log. */
  readonly fromGateway: (chunk: string) => void
}

/** 10 MB a file and ten of them for each of the two processes; nobody has to clear them away. */
const rotation = { size: '10m', limit: { count: 9 }, mkdir: true }

/** Files of their own for the desktop and for the gateway, in the folder that “open logs” shows. */
export async function openLogs(dir: string): Promise<Logs> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const [own, gateway] = await Promise.all([
    roll({ ...rotation, file: join(dir, 'desktop'), extension: '.log' }),
    roll({ ...rotation, file: join(dir, 'gateway'), extension: '.log' }),
  ])
  return { dir, log: pino({ level: 'info' }, own), fromGateway: (chunk) => gateway.write(chunk) }
}
