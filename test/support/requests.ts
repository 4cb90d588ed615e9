import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Fault } from '../../shared/api/faults.ts'

/** A request as Node hands it over: header names and values in turn, bytes as Latin-1. */
export function aRequest(rawHeaders: readonly string[], url = '/v1/version/'): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.url = url
  request.rawHeaders = [...rawHeaders]
  const distinct: Record<string, string[]> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    distinct[name] = [...(distinct[name] ?? []), rawHeaders[at + 1] ?? '']
  }
  Object.defineProperty(request, 'headersDistinct', { value: distinct })
  return request
}

/** A UTF-8 text as Node hands it over in a header. */
export const onTheWire = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * The code of the fault that a task throws; null if it throws none.
 * @throws any other error
 */
export function faultOf(task: () => unknown): string | null {
  try {
    task()
    return null
  } catch (cause) {
    if (cause instanceof Fault) return cause.code
    throw cause
  }
}
