import { setTimeout as pause } from 'node:timers/promises'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Api, Told } from '../support/api.ts'

type AnyAnswer = WireRecord & WireProblem

/** Stands for no answer: the gateway is down, or died before it answered. */
const silence: Told<AnyAnswer> = { status: 0, body: {} as AnyAnswer, headers: new Headers() }
const patienceMs = 20_000

export interface Phone extends Pick<Api, 'submit' | 'post'> {
  /** A call of the operator API; status 0 without an answer. */
  operate<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Told<Answer>>
}

/** Sends requests of tills and people to the running gateway. @param line its port; null if none runs */
export function phoneTo(line: () => number | null, token: () => string): Phone {
  const call = async (method: string, path: string, body?: unknown): Promise<Told<AnyAnswer>> => {
    const port = line()
    // A till without an answer waits before it asks again.
    if (port === null) return pause(100, silence)
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token()}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      return { status: response.status, body: (await response.json()) as AnyAnswer, headers: response.headers }
    } catch (cause) {
      if (isCutOff(cause)) return pause(100, silence)
      throw cause
    }
  }
  return {
    submit: (family, kind, body) => call('POST', `/v1/${family}/${kind}_submission`, body),
    post: async <Answer>(path: string, body: unknown) => (await call('POST', `/v1${path}`, body)) as Told<Answer>,
    operate: async <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) =>
      (await call(method, `/operator/v1${path}`, body)) as unknown as Told<Answer>,
  }
}

/** The connection ended before the whole answer had come. */
const isCutOff = (cause: unknown): boolean =>
  cause instanceof TypeError ||
  cause instanceof SyntaxError ||
  (cause instanceof Error && cause.name === 'TimeoutError')
