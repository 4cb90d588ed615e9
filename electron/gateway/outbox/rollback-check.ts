import type { LookUpResult } from '../../../shared/domain/decide-look-up.ts'
import { journalFinding } from '../../../shared/domain/journal-finding.ts'
import type { EpochMs, RecordState } from '../../../shared/domain/record.ts'
import type { LookUpQuery, SendingAdvice } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { lookUpQueryOf } from './look-up-query.ts'

/**
 * The oldest waiting documents are looked for. After a directory was put back these would have been sent first, and one
 * search finds them all.
 */
const mostLookedFor = 25
/** If the authority takes documents but cannot search, a shop may sell again after so many tries. */
const mostTries = 3
/** Later than every due time. */
const ever: EpochMs = Number.MAX_SAFE_INTEGER

const goOn: SendingAdvice = { kind: 'go_on' }

/**
 * Documents that waited when the gateway started may have been sent before, if the whole directory is an older copy and
 * nothing in it can tell. So before a company's first document is sent, the authority is asked for those that waited
 * (reliability ST13). A company without waiting documents is not asked about.
 */
export class RollbackCheck {
  readonly #deps: OutboxDeps
  readonly #startedAt: EpochMs
  #isDone = false
  #tries = 0

  /** @param startedAt when this gateway began to send */
  constructor(deps: OutboxDeps, startedAt: EpochMs) {
    this.#deps = deps
    this.#startedAt = startedAt
  }

  /**
   * @param step called before each question to the authority
   * @returns whether something of the company may go now, as far as this is about
   */
  async advise(company: Company, step: () => void): Promise<SendingAdvice> {
    if (this.#isDone) return goOn
    const { companyGuid } = company.profile
    const waiting = await this.#waitedAtStart(companyGuid)
    if (waiting.length === 0) return this.#end(companyGuid)
    const { authority, log, sender, sentMark, records } = this.#deps
    const advice = await authority.ready(company.profile)
    if (advice.kind !== 'go_on') return advice
    // A search has many pages and few are allowed a minute. If each start began again, a gateway that is often killed
    // would never send.
    const now = authority.clock.now()
    if (sender?.hasLooked(companyGuid, now) || (await sentMark?.isKept(companyGuid, records, now))) return this.#end()
    const answer = await authority.lookUp(company.profile, await this.#queriesOf(waiting), step)
    if (answer.kind === 'answered') {
      const news = await Promise.all(
        waiting.map((stored) => this.#isNews(stored, answer.findings.get(stored.record.saleGuid))),
      )
      const count = news.filter(Boolean).length
      if (count === 0) return this.#end(companyGuid)
      await this.#tell(count, company)
      return this.#end()
    }
    this.#tries += 1
    if (this.#tries < mostTries) return { kind: 'pause', askedMs: answer.askedMs, attention: null }
    log.warn({ tries: this.#tries }, 'whether what waits was sent before could not be found out; it is sent')
    return this.#end()
  }

  /** @param sure the company, if it is proved that nothing that waits was sent before */
  async #end(sure?: string): Promise<SendingAdvice> {
    if (sure !== undefined) await this.#deps.sender?.noteLook(sure)
    this.#isDone = true
    return goOn
  }

  /** A record that may have been sent from here is looked up before it is sent again, so it is left out. */
  async #waitedAtStart(companyGuid: string): Promise<readonly StoredRecord[]> {
    const { schedule, clock } = this.#deps
    const due = await schedule.due('send', companyGuid, ever, mostLookedFor)
    // A record that was kept while the clock was ahead is older too.
    const isOlder = ({ submittedAt, everSent }: RecordState) =>
      !everSent && (submittedAt < this.#startedAt || submittedAt > clock.now())
    return due.filter(({ record }) => isOlder(record))
  }

  /**
   * Whether the found document was not known to this directory. One that a person said is another, or does not count,
   * was known.
   */
  async #isNews({ seq, record }: StoredRecord, found: LookUpResult | undefined): Promise<boolean> {
    if (found === undefined || found.kind === 'nothing') return false
    const events = record.confirmedNotReceived ? await this.#deps.records.events(seq) : []
    const confirmed = events.findLast(({ event }) => event.type === 'confirmed_not_received')?.event
    return confirmed === undefined || (found.kind === 'unproven' && (found.receivedAt ?? 0) > confirmed.at)
  }

  /** If the document was sent, it was after the last event that is known here. */
  async #queriesOf(waiting: readonly StoredRecord[]): Promise<readonly LookUpQuery[]> {
    const { clock, journal } = this.#deps
    const now = clock.now()
    const lastKnownAt = (await journal?.status())?.lastKnownAt ?? null
    const since = lastKnownAt === null || lastKnownAt > now ? 0 : lastKnownAt
    const queries = await Promise.all(waiting.map((stored) => lookUpQueryOf(this.#deps, stored)))
    return queries.map((query) => ({ ...query, sentFrom: Math.min(now, Math.max(query.sentFrom, since)), sentTo: now }))
  }

  async #tell(count: number, { profile }: Company): Promise<void> {
    const { journal, log } = this.#deps
    log.error({ company: profile.companyCode, count }, 'documents that wait here are at the authority: nothing is sent')
    await journal?.found([journalFinding('rolled_back', { detail: `${count} unsent, and at the authority` })])
  }
}
