import { rmSync } from 'node:fs'
import type { Fetch } from '../../shared/api/call.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { DataPaths } from '../gateway/installation/data-dir.ts'
import { writeDurably } from '../gateway/platform/durable-file.ts'
import { writeStderr } from '../gateway/platform/stdio.ts'
import type { Log } from '../gateway/ports.ts'
import type { Settings } from '../gateway/settings/settings.ts'
import { troubleOf } from '../gateway/store/refusal.ts'

export interface StartedGateway {
  readonly gateway: Gateway
  readonly settings: Settings
  readonly dataDir: DataPaths
  readonly port: number
  readonly log: Log
}

/**
 * Writes the files by which the command line and the desktop find the gateway. @param more fields for the program that
 * started it @returns the fields of the ready line (contract 1)
 */
export function announceGateway(
  { gateway, settings: { authority }, dataDir, port, log }: StartedGateway,
  more: Readonly<Record<string, string>> = {},
) {
  const ready = {
    event: 'ready',
    base_url: `http://127.0.0.1:${port}/v1`,
    port,
    pid: process.pid,
    authority,
    ...more,
  }
  whereWritable(log, () => {
    writeDurably(dataDir.controlToken, gateway.controlToken)
    writeDurably(dataDir.discovery, `${JSON.stringify(ready)}\n`)
  })
  return ready
}

export function withdrawGateway(dataDir: DataPaths, log: Log): void {
  whereWritable(log, () => {
    rmSync(dataDir.discovery, { force: true })
    rmSync(dataDir.controlToken, { force: true })
  })
}

/** On a read-only disk the gateway serves without these files. */
function whereWritable(log: Log, task: () => void): void {
  try {
    task()
  } catch (cause) {
    if (troubleOf(cause) === null) throw cause
    log.warn({ err: cause }, 'the files by which the command line finds the gateway cannot be written')
  }
}

/** Tells the set-up code: to a program at once, to a person in the last lines of a start. */
export function setupCodeTeller() {
  /** Null before the greeting. */
  let greetedAt: number | null = null
  const tell = (code: string, { json }: Pick<Settings, 'json'>): void => {
    if (json) writeStderr(setupEvent(code))
    else if (greetedAt !== null) writeStderr(setupNotice(code, greetedAt))
  }
  return {
    tell,
    /** Call it after the greeting. */
    greeted({ gateway, settings, port }: Pick<StartedGateway, 'gateway' | 'settings' | 'port'>): void {
      greetedAt = port
      const code = gateway.setupCode()
      if (code !== null && !settings.json) tell(code, settings)
    },
  }
}

/** Asks the gateway inside this process. */
export const fetchInside =
  ({ app }: Gateway, port: number): Fetch =>
  async (url, { method, headers, body }) => {
    const asked = method === 'POST' ? ({ method, payload: body ?? '' } as const) : ({ method: 'GET' } as const)
    const answer = await app.inject({ ...asked, url, headers: { ...headers, host: `127.0.0.1:${port}` } })
    return { status: answer.statusCode, json: async () => answer.json() }
  }

/** Only the person who started the gateway sees the code (contract 1). */
export const setupEvent = (code: string): string => `${JSON.stringify({ event: 'setup_code', code })}\n`

/** The same for a person: the last lines of a start, so that nothing else has to be read for them. */
export const setupNotice = (code: string, port: number): string =>
  `\nNo one can sign in yet. Open http://127.0.0.1:${port}/ in a browser on this computer.\nMake the first owner there with this set-up code: ${code}\n`
