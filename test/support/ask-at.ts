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

/**
 * Calls the gateway of a data directory with its control token.
 * @returns the answer; null if the gateway dies meanwhile
 */
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
      // The connection broke: the till does not know the result, and asks again later.
      if (cause instanceof TypeError) return null
      throw cause
    }
  }
