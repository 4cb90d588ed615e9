import type { Clock } from '../../ports.ts'
import { AuthorityClock } from '../authority-clock.ts'
import type { Authority } from '../port.ts'
import { Api, type UpstreamSettings } from './api.ts'
import { buildDocument } from './build.ts'
import { listSent, lookUpDocuments, pollDocuments, pollWatched } from './documents.ts'
import { unpackReference } from './names.ts'
import { Readiness } from './ready.ts'
import { cancelDocument, findCancellation, submitDocument } from './send.ts'
import { findTinByIdNumber, validateTaxpayer } from './taxpayer.ts'

/**
 * Sends to another gateway with this same interface: a shop's to a head office's. Companies have the same codes there;
 * one token serves all.
 */
export function createUpstream(settings: UpstreamSettings, own: Clock): Authority {
  const clock = new AuthorityClock(own)
  const api = new Api(settings, clock)
  const readiness = new Readiness(api, clock)
  return {
    name: 'gateway',
    clock,
    // The interface takes documents one by one.
    mostInBatch: 1,
    build: buildDocument,
    sizeOf: (source) => buildDocument(source).bytes.length,
    ready: () => readiness.ask(),
    ask: () => readiness.askVersion(),
    async submit(company, [item, ...others], mayStillSend) {
      if (!item || others.length > 0) throw new Error('another gateway takes one document at a time')
      const answer = await submitDocument(api, company, item, mayStillSend)
      if (answer.advice.kind !== 'go_on') readiness.forget()
      return answer
    },
    poll: (_company, submissionUid, documents) => pollDocuments(api, submissionUid, documents),
    watch: (_company, documents) => pollWatched(api, documents),
    listSent: (company, ask) => listSent(api, company, ask),
    lookUp: (company, queries, step) => lookUpDocuments(api, company, { queries, step }),
    cancel: (_company, document, reason) => cancelDocument(api, document, reason),
    cancelledThere: (_company, document) => findCancellation(api, document),
    validateTaxpayer: (_company, taxpayer) => validateTaxpayer(api, taxpayer),
    searchTaxpayer: (_company, number) => findTinByIdNumber(api, number),
    // The interface has no such question.
    taxpayerOfCode: async () => ({ kind: 'unavailable' }),
    shown: unpackReference,
  }
}
