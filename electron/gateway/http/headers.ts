import type { IncomingMessage } from 'node:http'

/**
 * Every value a header was sent with, in order. Node's `headers` joins or drops repeated ones, and which of two an
 * attacker meant is not for us to guess.
 * @param name in lower case
 */
export function valuesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]
    if (given?.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}
