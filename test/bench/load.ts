import autocannon from 'autocannon'

export interface Load {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Target {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A new body for every request; without it, a GET. */
  readonly body?: () => string
}

/**
 * So many connections, each with one request under way at a time.
 * @throws Error where anything but success was answered: a fast refusal is no figure
 */
export async function load(target: Target, connections: number, seconds: number): Promise<Load> {
  const { port, path, headers, body } = target
  const request = body
    ? {
        method: 'POST' as const,
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        setupRequest: (given: object) => ({ ...given, body: body() }),
      }
    : { method: 'GET' as const, path, headers }
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [request],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} answers were refusals and ${result.errors} requests failed`)
  return { perSecond: result.requests.total / result.duration, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}
