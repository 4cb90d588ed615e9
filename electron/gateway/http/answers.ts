import type { FastifyInstance } from 'fastify'
import type { Log, Metrics } from '../ports.ts'
import { checkOnlyApplied } from './call.ts'
import { traceOf } from './headers.ts'

export interface AnswersDeps {
  readonly tallies: Metrics
  readonly log: Log
  readonly settings: { readonly isAccessLogged: boolean }
}

const outcomes: Readonly<Record<number, string>> = { 200: 'repeated', 202: 'accepted', 409: 'conflict', 422: 'invalid' }

export function noteAnswers(app: FastifyInstance, { tallies, log, settings }: AnswersDeps): void {
  app.addHook('onResponse', ({ id, raw, method, caller, routeOptions }, reply, done) => {
    const { statusCode: status, elapsedTime } = reply
    const { config, url } = routeOptions
    // The path as described: a real path may name a person.
    const endpoint = config.endpoint?.id ?? url ?? 'none'
    tallies.count('resit_http_requests_total', { endpoint, code: String(status) })
    tallies.time(endpoint, elapsedTime)
    const { cell } = config.endpoint ?? {}
    if (cell?.operation === 'submit' && reply.getHeader('preference-applied') !== checkOnlyApplied) {
      const outcome = outcomes[status] ?? (status < 500 ? 'refused' : 'failed')
      tallies.count('resit_submissions_total', { family: cell.family, kind: cell.kind, outcome })
    }
    if (settings.isAccessLogged)
      log.info(
        {
          request_id: id,
          traceparent: traceOf(raw),
          method,
          endpoint,
          status,
          ms: Math.round(elapsedTime),
          caller: caller?.id,
        },
        'answered',
      )
    done()
  })
}
