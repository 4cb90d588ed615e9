import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Body } from './till.ts'

export interface Told {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface Question {
  readonly body?: Body
  readonly headers?: Readonly<Record<string, string>>
}

export type Ask = (path: string, question?: Question) => Promise<Told | null>

/** Asks the gateway of a data directory as whoever owns that. @returns what it answers; null where it dies instead */
export const askAt =
  (dataDir: string, port: number): Ask =>
  async (path, { body, headers = {} } = {}) => {
    const authorization = `Bearer ${readFileSync(join(dataDir, 'control.token'), 'utf8')}`
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Told['body'] }
    } catch (cause) {
      // Cut off in the middle: the till does not know what became of it, and asks again later.
      if (cause instanceof TypeError) return null
      throw cause
    }
  }
