import { join } from 'node:path'
import pino from 'pino'
import roll from 'pino-roll'

/**
 * Ten files of 10 MB for each of the two processes, so they need no clearing. If a disk takes nothing, at most one file
 * stays in memory.
 */
const rotation = { size: '10m', limit: { count: 9 }, extension: '.log', mkdir: true, maxLength: 10 * 1024 * 1024 }

const files: Partial<Record<'desktop' | 'gateway', Awaited<ReturnType<typeof roll>>>> = {}

/** The desktop's log: on stderr until its file is open. */
export const log = pino({ level: 'info' }, { write: (line) => void (files.desktop ?? process.stderr).write(line) })

export const logGateway = (lines: string): void => void files.gateway?.write(lines)

/** Files of their own for the desktop and for the gateway, in the folder that “open logs” shows. */
export async function openLogs(dir: string): Promise<void> {
  for (const name of ['desktop', 'gateway'] as const) {
    const file = await roll({ ...rotation, file: join(dir, name) })
    let isSaid = false
    // A disk that is full takes no lines, and an unheard error of a file would end the process. The next line is tried again.
    file.on('error', ({ message }) => {
      if (!isSaid) process.stderr.write(`The log cannot be written: ${message}\n`)
      isSaid = true
    })
    files[name] = file
  }
}

/**
 * The last error handler of the main process. Without one Electron opens a modal box over the till until a person
 * clicks. The gateway has a process of its own and goes on after any error here.
 */
export function surviveSurprises(): void {
  // Nothing listens there, or its disk is full too: there is nowhere else to say it.
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', (err) => log.error({ err }, 'an exception was caught by nothing'))
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection was caught by nothing'))
}
