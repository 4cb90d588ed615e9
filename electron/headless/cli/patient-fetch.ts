import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Fetch } from '../../../shared/api/call.ts'

/**
 * Waits for an answer as long as it takes: everything that a shop kept is proved or copied in one call, and Node's own
 * fetch gives up after five minutes, while the gateway works on.
 * @throws Error if no server answers, the connection breaks, or the answer sends elsewhere
 */
export const patientFetch: Fetch = (url, { method, headers, body }) =>
  new Promise((resolve, reject) => {
    // A connection of its own: the gateway may close one that is kept at the moment it is used again.
    const asked = request(url, { agent: false, method, headers }, (response) => {
      const { statusCode = 0 } = response
      if (statusCode >= 300 && statusCode < 400) {
        asked.destroy(new Error(`${url} answers with ${statusCode} and sends elsewhere; nothing was sent there.`))
        return
      }
      text(response)
        .then((said) => resolve({ status: statusCode, json: async () => JSON.parse(said) as unknown }))
        .catch(reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
