import { join } from 'node:path'
import pino from 'pino'
import roll from 'pino-roll'

/** Ten files of 10 MB for each of the two processes. If the disk takes no lines, at most one file is kept in memory. */
const rotation = { size: '10m', limit: { count: 9 }, extension: '.log', mkdir: true, maxLength: 10 * 1024 * 1024 }

const files: Partial<Record<'desktop' | 'gateway', Awaited<ReturnType<typeof roll>>>> = {}

/** The log of the desktop: on stderr until its file is open. */
export const log = pino({ level: 'info' }, { write: (line) => void (files.desktop ?? process.stderr).write(line) })

export const logGateway = (lines: string): void => void files.gateway?.write(lines)

/** Desktop and gateway have files of their own, in the folder that “open logs” shows. */
export async function openLogs(dir: string): Promise<void> {
  for (const name of ['desktop', 'gateway'] as const) {
    const file = await roll({ ...rotation, file: join(dir, name) })
    let isSaid = false
    // The disk may be full. Without a listener the error would end the process. The next line is tried again.
    file.on('error', ({ message }) => {
      if (!isSaid) process.stderr.write(`The log cannot be written: ${message}\n`)
      isSaid = true
    })
    files[name] = file
  }
}

/**
 * Logs errors that nothing else catches. Without this Electron opens a modal box, which covers the till until a person clicks.
 * The gateway is another process, and serves tills after any error here.
 */
export function logUncaughtErrors(): void {
  // Stderr may be closed, or its disk full too. There is no other place to say so.
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', (err) => log.error({ err }, 'an exception was caught by nothing'))
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection was caught by nothing'))
}
