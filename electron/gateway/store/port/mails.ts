import type { EpochMs } from '../../../../shared/domain/record.ts'

/** E-mails to buyers and owners. Each try is stored before it begins, so that a crash cannot make it happen twice. */
export interface Mails {
  /** A person asks for an e-invoice to be sent. @returns false if the record has had `most` */
  ask(mail: NewMail, most: number): Promise<boolean>
  /**
   * Adds a message for each e-invoice that became valid since the last call, once for each record. The first call only
   * notes where the log ends.
   * @param since by the authority's clock: what became valid earlier is not sent; null sends nothing by itself
   */
  takeUp(at: EpochMs, since: EpochMs | null): Promise<void>
  /** Newest first. */
  of(recordSeq: number): Promise<readonly Mail[]>
  /** The first to be sent, or one that a dead process was sending; null if there is none. */
  next(): Promise<NextMail | null>
  /** Durable before a byte leaves. @returns false if it does not wait any more */
  beginSending(seq: number, address: string | null, at: EpochMs): Promise<boolean>
  tried(seq: number, outcome: MailTried): Promise<void>
  /** Its buyer has no address. */
  drop(seq: number): Promise<void>
  /**
   * The newest that need a person: asked for before this time and not sent, or unknown and not asked for again.
   * @returns their sale codes
   */
  troubled(before: EpochMs, limit: number): Promise<readonly string[]>
  /**
   * The oldest alert from before this time that was tried and not sent, if none was sent after that try.
   * @returns when it was to be sent, and what the mail server said
   */
  unsentAlert(before: EpochMs): Promise<Pick<Mail, 'at' | 'reason'> | null>
  /** The mail server may be another one: what waits is tried at once, and no failure before counts. */
  tryAgain(): Promise<void>
}

export interface NewMail {
  readonly recordSeq: number
  readonly address: string
  readonly at: EpochMs
  readonly by: string
}

export interface Mail {
  readonly address: string
  readonly state: 'sending' | MailTried['state']
  /** Of the last try; before it, when it was asked for. */
  readonly at: EpochMs
  readonly reason: string | null
}

export interface NextMail extends Pick<Mail, 'state' | 'at'> {
  readonly seq: number
  /** Null for an alert. */
  readonly saleGuid: string | null
  /** JSON; null for an e-invoice. */
  readonly alert: string | null
  /** Null until it was looked for in the sale. */
  readonly address: string | null
  readonly attempts: number
  readonly dueAt: EpochMs
}

export interface MailTried extends Pick<Mail, 'at' | 'reason'> {
  readonly state: 'waiting' | 'sent' | 'failed' | 'unknown'
  /** Of the next try. */
  readonly dueAt: EpochMs
}
