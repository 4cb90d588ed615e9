import { mkdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import roll, { type LogFile } from 'pino-roll'

export type Log = Logger

export type Logs = Awaited<ReturnType<typeof openLogs>>

/**
 * 10 MB a file and ten of them for each of the two processes; they need not be cleared away. Of what a disk does not take
 * no more than one file is kept in memory.
 */
const rotation = { size: '10m', limit: { count: 9 }, mkdir: true, maxLength: 10 * 1024 * 1024 }

/** Files of their own for the desktop and for the gateway, in the folder that “open logs” shows. */
export async function openLogs(dir: string) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const [own, gateway] = await Promise.all([
    roll({ ...rotation, file: join(dir, 'desktop'), extension: '.log' }),
    roll({ ...rotation, file: join(dir, 'gateway'), extension: '.log' }),
  ])
  for (const file of [own, gateway]) survive(file)
  const log: Log = pino({ level: 'info' }, own)
  return { dir, log, fromGateway: (lines: string): void => gateway.write(lines) }
}

/**
 * A disk that is full takes no lines, and an unheard error of a file ends the process: tills would wait for
 * a log. It is said once, where a person who looks for a missing log may see it; the next line is tried again.
 */
function survive(file: LogFile): void {
  let isSaid = false
  file.on('error', ({ message }) => {
    if (isSaid) return
    isSaid = true
    toStderr(`The log cannot be written: ${message}\n`)
  })
}

let heard: Pick<Log, 'error'> | null = null

/** From now on surprises go into the log; before, they go to stderr. */
export function logSurprises(to: Pick<Log, 'error'>): void {
  heard = to
}

/**
 * The last handler of the main process. Without one Electron opens a modal box, which stands over the till until a
 * person clicks. Tills are the gateway's, in a process of its own, and go on after any error here.
 */
export function surviveSurprises(): void {
  process.on('uncaughtException', (err) => noteSurprise(err, 'an exception was caught by nothing'))
  process.on('unhandledRejection', (err) => noteSurprise(err, 'a rejection was caught by nothing'))
}

export function noteSurprise(err: unknown, said: string): void {
  if (heard !== null) return heard.error({ err }, said)
  toStderr(`${said}: ${err instanceof Error ? err.stack : String(err)}\n`)
}

function toStderr(text: string): void {
  try {
    writeSync(process.stderr.fd, text)
  } catch {
    // Nothing listens, or its disk is full too: there is nowhere else to say it.
  }
}
