import { sendRequest } from '../platform/outgoing/exchange.ts'

const timeoutMs = 30_000
const mostAnswerBytes = 4 * 1024 * 1024

type NoFile = 'unreachable' | 'timed_out' | 'too_large' | 'refused'

export async function downloadFile(url: string, stopping: AbortSignal): Promise<Uint8Array | NoFile> {
  const ask = { method: 'GET', url, headers: { accept: 'application/json' } } as const
  const result = await sendRequest(ask, timeoutMs, { mostAnswerBytes, stopping })
  if (result.kind === 'answered') return result.status === 200 ? result.body : 'refused'
  return result.kind === 'broken' && result.reason !== 'connection_broken' ? result.reason : 'unreachable'
}
