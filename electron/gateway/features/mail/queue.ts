import type { AlertCode } from '../../../../shared/domain/alert.ts'
import { translate } from '../../../../shared/words/engine.ts'
import { mailWords } from '../../../../shared/words/mail.ts'
import { type Language, say } from '../../../../shared/words/words.ts'
import type { Authority } from '../../authority/port.ts'
import type { Caller } from '../../http/access.ts'
import type { RepeatingTask, TaskRound } from '../../outbox/repeating-task.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { MailMessage, MailOutcome } from '../../platform/outgoing/smtp.ts'
import type { Clock, Log, Randomness } from '../../ports.ts'
import type { Journal } from '../../store/port/journal.ts'
import type { Mails, MailTried, NextMail } from '../../store/port/mails.ts'
import type { ChangeNotifier } from '../records/changes.ts'
import { drawPdf } from '../slip/pdf.ts'
import type { SlipDeps } from '../slip/printed.ts'
import { slipPage } from '../slip/slip-page.ts'
import { Backoff } from '../webhooks/deliver.ts'
import type { Mailer } from './mailer.ts'

export interface MailQueueDeps extends SlipDeps {
  readonly mails: Mails
  readonly mailer: Pick<Mailer, 'settings' | 'send'>
  readonly journal: Pick<Journal, 'status'>
  readonly changes: Pick<ChangeNotifier, 'listen'>
  readonly authority: Pick<Authority, 'clock'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly retryBaseMs: number
  /** False if another process sends. */
  readonly isInCharge: () => boolean
  readonly repeating: (name: string, round: TaskRound) => Pick<RepeatingTask, 'poke' | 'stop'>
}

/** The authority gives whole seconds, and its clock is known to some seconds. */
const clockErrorMs = 10_000
/** Within this time it is noticed what other processes asked for. */
const lookMs = 5_000
/** With the pauses of `Backoff` that is about four days. */
const mostTries = 400
const sender: Caller = { by: 'gateway', id: 'gateway', scopes: new Set(['read']), companyGuid: null }

/**
 * Sends e-invoices to buyers and alerts to the owner, one message at a time and each at most once. A message that may
 * have left is not sent again: it is unknown, which raises an alert, and a person decides.
 */
export class MailQueue {
  readonly #deps: MailQueueDeps
  readonly #pace: Backoff
  readonly #task: Pick<RepeatingTask, 'poke' | 'stop'>
  readonly #stopping = new AbortController()

  constructor(deps: MailQueueDeps) {
    this.#deps = deps
    this.#pace = new Backoff({ ...deps, baseMs: deps.retryBaseMs })
    this.#task = deps.repeating('mail', () => this.#round())
  }

  start(): void {
    const stopListening = this.#deps.changes.listen(({ phase }) => phase === 'valid' && this.wake())
    this.#stopping.signal.addEventListener('abort', stopListening)
    this.wake()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#task.stop()
  }

  wake(): void {
    this.#task.poke()
  }

  async #round(): Promise<number> {
    const { mails, mailer, journal, authority, clock, isInCharge, retryBaseMs } = this.#deps
    const { host, automatic, language } = await mailer.settings()
    if (host === '' || !isInCharge() || !(await journal.status()).isTrusted) return lookMs
    await mails.takeUp(clock.now(), automatic ? authority.clock.now() - clockErrorMs : null)
    for (;;) {
      const next = await mails.next()
      if (next === null || !isInCharge() || this.#stopping.signal.aborted) return lookMs
      // A later instant was written by a wrong clock.
      const restMs = next.dueAt > this.#pace.latest() ? 0 : next.dueAt - clock.now()
      if (restMs > 0) return Math.min(lookMs, restMs)
      if ((await this.#send(next, language)) === 'waiting') return Math.min(lookMs, retryBaseMs)
    }
  }

  /** @returns what became of it; null if there was nothing to send */
  async #send(next: NextMail, language: Language): Promise<MailTried['state'] | null> {
    const { mails, mailer, clock, log } = this.#deps
    const { seq, attempts } = next
    // This process sends one message at a time, so another one died while it sent this.
    let outcome: MailOutcome = { state: 'unknown', reason: null }
    let { at } = next
    if (next.state === 'waiting') {
      checkpoint('mail_taken_up')
      const made = next.alert === null ? await this.#invoiceMail(next, language) : alertMail(next, language)
      if (made === null) return mails.drop(seq).then(() => null)
      at = clock.now()
      if (!(await mails.beginSending(seq, 'to' in made ? made.to : next.address, at))) return null
      checkpoint('mail_sending')
      outcome = 'to' in made ? await mailer.send(made, this.#stopping.signal) : made
      checkpoint('mail_sent')
    }
    const isGivenUp = outcome.state === 'waiting' && attempts >= mostTries
    const tried = { at, ...outcome, ...(isGivenUp && { state: 'failed' as const }) }
    await mails.tried(seq, { ...tried, dueAt: this.#pace.whenAway(attempts + 1) })
    if (tried.state !== 'sent') log.warn({ record: next.saleGuid, became: tried.state }, 'an e-mail was not sent')
    return tried.state
  }

  /** @returns an outcome if the document is not valid any more, or its PDF could not be made; null if no one gets it */
  async #invoiceMail({ saleGuid, address }: NextMail, language: Language): Promise<MailMessage | MailOutcome | null> {
    const call = { caller: sender, language, params: { guid: saleGuid ?? '' } }
    try {
      const page = await slipPage(this.#deps, call)
      const { shown, supplier, validationUrl: link, sale } = page.printed
      const to = address ?? sale.buyer?.email
      if (to === undefined) return null
      const values = { number: shown.DOCUMENT_NUMBER, shop: supplier.name }
      if (shown.STATUS !== 'Valid' || link === null)
        return { state: 'failed', reason: translate(mailWords, language, 'not_valid') }
      return {
        name: supplier.name,
        to,
        subject: translate(mailWords, language, 'subject', values),
        text: translate(mailWords, language, 'text', { ...values, link }),
        attachments: [{ filename: page.fileName, content: Buffer.from(await drawPdf(page)) }],
      }
    } catch (err) {
      this.#deps.log.warn({ record: saleGuid, err }, 'the PDF of an e-mail could not be made')
      return { state: 'waiting', reason: 'PDF' }
    }
  }
}

interface AlertAct {
  readonly type: 'alert_began' | 'alert_ended'
  readonly facts: { readonly code: AlertCode; readonly values: Readonly<Record<string, string>> }
}

function alertMail({ alert, address }: NextMail, language: Language): MailMessage {
  const { type, facts } = JSON.parse(alert ?? '') as AlertAct
  const subject = translate(mailWords, language, type)
  const alertText = say(language, 'alert', facts.code, facts.values)
  const text = [subject, alertText, translate(mailWords, language, 'alert_rest')].join('\n\n')
  return { name: 'Resit', to: address ?? '', subject, text }
}
