import { createMyInvois } from '../../../../electron/gateway/authority/myinvois/adapter.ts'
import type { DocumentSource } from '../../../../electron/gateway/authority/port.ts'
import type { NamedParty } from '../../../../electron/gateway/authority/practice/ledger.ts'
import type { CompanyProfile } from '../../../../electron/gateway/store/port/port.ts'
import { practise, stillClock } from '../../practice/support.ts'
import { kedaiKopi, sourceOf, type Wish } from './built.ts'

/** The authority's result: `Valid`, or its faults. */
export interface Verdict {
  readonly uuid: string
  readonly says: string
}

export interface Shop {
  readonly send: (body: object, wish?: Wish) => Promise<Verdict>
  /** Sends at most a hundred in one batch. */
  readonly sendAll: (sources: readonly DocumentSource[]) => Promise<readonly Verdict[]>
}

/** A shop with the production adapter, and a practice authority that validates at once. */
export async function openShop(taxpayers: readonly NamedParty[] = []): Promise<Shop> {
  const practice = await practise({ validationMs: 0, rateScale: 1_000_000, companies: async () => taxpayers })
  const { url } = practice
  const settings = {
    apiUrl: url,
    identityUrl: url,
    portalUrl: url,
    requestTimeoutMs: 30_000,
    rateScale: 1_000_000,
    documentVersion: '1.0',
  } as const
  const credentialsFor = async ({ tin }: CompanyProfile) => practice.credentialsFor(tin)
  const authority = createMyInvois(settings, credentialsFor, stillClock)

  async function sendAll(sources: readonly DocumentSource[]): Promise<readonly Verdict[]> {
    const company = sources[0]?.company ?? kedaiKopi
    const batch = sources.map((source) => ({ ...authority.build(source), ...source.identity }))
    const { outcomes, exchange } = await authority.submit(company, batch, () => true)
    const verdicts = outcomes.map(async (outcome, at): Promise<Verdict> => {
      if (outcome.kind === 'rejected') return { uuid: '', says: JSON.stringify(outcome.errors) }
      const [item] = batch.slice(at)
      if (outcome.kind !== 'accepted' || !item) return { uuid: '', says: `${outcome.kind}: ${exchange.answer}` }
      const { uuid, submissionUid } = outcome
      const polled = await authority.poll(company, submissionUid, [{ ...item, uuid }])
      if (polled.kind !== 'shown') return { uuid, says: polled.kind }
      const shown = polled.documents.find((document) => document.uuid === uuid)
      return { uuid, says: shown?.status === 'Valid' ? 'Valid' : JSON.stringify(shown) }
    })
    return Promise.all(verdicts)
  }

  return {
    sendAll,
    async send(body, wish) {
      const [verdict] = await sendAll([sourceOf(body, wish)])
      return verdict ?? { uuid: '', says: 'nothing was sent' }
    },
  }
}

/** The authority's result for one document. */
export const verdictOn = async (body: object, wish?: Wish): Promise<string> =>
  (await (await openShop()).send(body, wish)).says
