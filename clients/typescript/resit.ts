/**
 * Resit for tills, in TypeScript for Node 20 or newer, Deno, Bun and browsers; nothing to install. Copy this file and types.ts.
 *
 * Every call may be repeated: a document is known by its SALE_GUID or business key, so a retry after a time-out cannot
 * make a second one.
 */
import type {
  Ask,
  Changes,
  CheckedDocument,
  Family,
  Identity,
  Kind,
  Options,
  Page,
  Problem,
  Range,
  ResitRecord,
  SaleDocument,
  TaxpayerCheck,
  Told,
} from './types.js'

const final: readonly string[] = ['Valid', 'Invalid', 'Cancelled', 'Voided']

/** Anything that this client throws. */
export class ResitError extends Error {}

/** There was no answer, or only that it cannot now, for as long as the client is patient. Ask again later: nothing is lost. */
export class Unreachable extends ResitError {}

/** The time is over before the last word. The gateway goes on by itself; ask again later. */
export class NotFinal extends ResitError {
  readonly record: ResitRecord

  constructor(record: ResitRecord) {
    super(`${record.DOCUMENT_NUMBER} is still ${record.STATUS}`)
    this.record = record
  }
}

/** Neither a void nor a cancellation is possible: `record.NEXT_ACTION` says what is. */
export class CannotStop extends ResitError {
  readonly record: ResitRecord

  constructor(record: ResitRecord) {
    super(record.NEXT_ACTION.REASON)
    this.record = record
  }
}

/** The program that answers there is not the gateway this token belongs to; the token was not shown. */
export class NotProven extends ResitError {}

/** The gateway says no, and will again. `problem.code` is stable. */
export class Refused extends ResitError {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title)
    this.problem = problem
  }
}

/** 401, 403: the token is wrong or may not do this. */
export class NotAllowed extends Refused {}
/** 404: no such record, as far as this token sees. */
export class NotFound extends Refused {}
/** 409: the record is in no state for this; see `problem.record`. */
export class Conflict extends Refused {}
/** 422: mend the fields that `problem.errors` point at. */
export class Invalid extends Refused {}

const refusals: Readonly<Record<number, new (problem: Problem) => Refused>> = {
  401: NotAllowed,
  403: NotAllowed,
  404: NotFound,
  409: Conflict,
  422: Invalid,
}

/** A gateway as one till sees it. */
export class Resit {
  readonly #base: string
  readonly #operator: string
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#base = options.baseUrl.replace(/\/+$/, '')
    this.#operator = this.#base.replace(/\/v1$/, '/operator/v1')
  }

  /**
   * Hands in a document. Safe to repeat with the same document.
   * @param waitSeconds up to 20: waits that long for the last word, so that a receipt can carry its QR code
   */
  async submit(
    document: SaleDocument,
    { kind = 'invoice', family = 'sale', waitSeconds = 0 }: { kind?: Kind; family?: Family; waitSeconds?: number } = {},
  ): Promise<ResitRecord> {
    const { keep } = this.#options
    const body = keep && !document.SALE_GUID ? { ...document, SALE_GUID: crypto.randomUUID() } : document
    await keep?.(body)
    const headers: Record<string, string> = waitSeconds > 0 ? { prefer: `wait=${waitSeconds}` } : {}
    return this.#call('POST', `${this.#base}/${family}/${kind}_submission`, { body, headers })
  }

  /** The totals as they would be kept, or `Invalid`. Nothing is kept or sent. */
  check(body: SaleDocument, kind: Kind = 'invoice', family: Family = 'sale'): Promise<CheckedDocument> {
    const headers = { prefer: 'handling=check-only' }
    return this.#call('POST', `${this.#base}/${family}/${kind}_submission`, { body, headers })
  }

  /** Whether TIN, type and number name one taxpayer: `valid`, or why not. For new customers, not for every sale. */
  checkTaxpayer({ tin, idType, idNumber }: Identity): Promise<TaxpayerCheck> {
    const body = { customer_tin: tin, customer_idtype: idType, customer_idnum: idNumber }
    return this.#call('POST', `${this.#base}/taxauth/tin_validation`, { body })
  }

  /** Record after record of what was submitted on some days, both included, through all pages. */
  async *submitted(range: Range): AsyncGenerator<ResitRecord, void> {
    const { companyGuid, from, to, outlet, kind = 'invoice', family = 'sale', pageSize = 25 } = range
    const headers = {
      company_guid: companyGuid,
      submission_from: from,
      submission_to: to,
      ...(outlet !== undefined && { outlet_name: encodeURIComponent(outlet) }),
    }
    let next: string | null = `/v1/${family}/${kind}_checkstatus/by_submission?page_size=${pageSize}`
    while (next !== null) {
      const page: Page = await this.#call('GET', this.#base.replace(/\/v1$/, next), { headers })
      for (const record of page.items) yield record
      next = page.paging.next
    }
  }

  /** The record as it is now. */
  status({ FAMILY, KIND, SALE_GUID }: Pick<ResitRecord, 'FAMILY' | 'KIND' | 'SALE_GUID'>): Promise<ResitRecord> {
    const path = `${this.#base}/${FAMILY}/${KIND}_checkstatus/by_guid`
    return this.#call('GET', path, { headers: { sale_guid: SALE_GUID } })
  }

  /** @returns the record once its STATUS is final, or it fits. @throws NotFinal where the time is over */
  async wait(
    record: ResitRecord,
    timeoutMs = 60_000,
    fits: (now: ResitRecord) => boolean = ({ STATUS }) => final.includes(STATUS),
  ): Promise<ResitRecord> {
    const deadline = Date.now() + timeoutMs
    // The place is taken before the look, so that nothing falls between the two.
    let place = (await this.changes(null)).next
    let now = await this.status(record)
    while (!fits(now)) {
      const leftMs = deadline - Date.now()
      if (leftMs <= 0) throw new NotFinal(now)
      const news = await this.changes(place, Math.min(25, Math.max(1, Math.floor(leftMs / 1000))))
      place = news.next
      now = news.items.find(({ SALE_GUID }) => SALE_GUID === record.SALE_GUID) ?? now
    }
    return now
  }

  /**
   * Records that changed after a place of the feed, and the place to go on from.
   * @param after null for from now on, 0 for everything
   */
  changes(after: number | null, waitSeconds = 0): Promise<Changes> {
    const query = new URLSearchParams({ wait: String(waitSeconds), ...(after !== null && { after: String(after) }) })
    return this.#call('GET', `${this.#operator}/changes?${query}`, { extraMs: waitSeconds * 1000 })
  }

  /**
   * Batch after batch of what changed, for ever. Store `next` when you have stored its items, and begin there after a
   * restart: a record may come twice, none is left out.
   */
  async *follow(after: number, waitSeconds = 25): AsyncGenerator<Changes, never> {
    for (let place = after; ; ) {
      const news = await this.changes(place, waitSeconds)
      place = news.next
      yield news
    }
  }

  /**
   * Voids or cancels, whichever the record's NEXT_ACTION says. If the answer to a void was lost, the second try is
   * refused with `void_denied_locked`: the record is Voided then, which is a success.
   * @returns the record, Voided or Cancelled
   * @throws CannotStop where it takes a note or a person, NotFinal where the time is over
   */
  async stop(record: ResitRecord, reason: string, timeoutMs = 60_000): Promise<ResitRecord> {
    const deadline = Date.now() + timeoutMs
    for (let now = await this.status(record); ; ) {
      const { ACTION } = now.NEXT_ACTION
      if (ACTION === 'none') return now
      const isHopeless = ACTION === 'wait' ? now.CONSOLIDATED : ACTION !== 'void' && ACTION !== 'cancel'
      if (isHopeless) throw new CannotStop(now)
      if (Date.now() > deadline) throw new NotFinal(now)
      now = await this.#tryToStop(now, reason)
      if (now.NEXT_ACTION.ACTION === 'wait' && !now.CONSOLIDATED)
        now = await this.wait(now, deadline - Date.now(), ({ NEXT_ACTION }) => NEXT_ACTION.ACTION !== 'wait')
    }
  }

  async #tryToStop(record: ResitRecord, reason: string): Promise<ResitRecord> {
    const { FAMILY, KIND, SALE_GUID, NEXT_ACTION } = record
    const path = `${this.#base}/${FAMILY}/${KIND}`
    try {
      if (NEXT_ACTION.ACTION === 'void')
        return await this.#call('POST', `${path}_void/by_sale_guid`, { body: { SALE_GUID } })
      if (NEXT_ACTION.ACTION === 'cancel')
        return await this.#call('POST', `${path}_cancellation`, { body: { SALE_GUID, REASON: reason } })
      return record
    } catch (refusal) {
      // Between the look and the call it went on: look again, unless the authority itself said no.
      if (!(refusal instanceof Conflict) || !refusal.problem.record || refusal.problem.code === 'cancel_refused')
        throw refusal
      return refusal.problem.record
    }
  }

  /** Tries until there is an answer that counts: 2xx, or a refusal that stays one. Pauses of 2, 4, 8 … 60 s, or Retry-After. */
  async #call<Answer>(method: 'GET' | 'POST', url: string, ask: Ask): Promise<Answer> {
    const { patienceMs = 60_000 } = this.#options
    const deadline = Date.now() + patienceMs
    for (let pauseMs = 2_000; ; pauseMs = Math.min(pauseMs * 2, 60_000)) {
      const told = await this.#once(method, url, ask)
      if (told.kind === 'answer') return told.body as Answer
      const waitMs = told.askedMs ?? pauseMs
      if (Date.now() + waitMs > deadline)
        throw new Unreachable(`no answer from ${this.#base}: ${told.why}`, { cause: told.cause })
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  async #once(method: string, url: string, { body, headers = {}, extraMs = 0 }: Ask): Promise<Told> {
    const { token, language = 'en', proven = false } = this.#options
    try {
      if (proven && !(await isProven(this.#base, token))) throw new NotProven(`${this.#base} does not know this token`)
      const response = await fetch(url, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(30_000 + extraMs),
        headers: {
          authorization: `Bearer ${token}`,
          'accept-language': language,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (response.ok) return { kind: 'answer', body: await response.json() }
      const { status } = response
      const known = ((await response.json().catch(() => null)) ?? {}) as Partial<Problem>
      // An error of a proxy does not say it.
      if (known.retryable ?? (status === 429 || status >= 500)) {
        const asked = Number(response.headers.get('retry-after') ?? Number.NaN)
        return { kind: 'none', why: `HTTP ${status}`, ...(Number.isFinite(asked) && { askedMs: asked * 1000 }) }
      }
      const Type = refusals[status] ?? Refused
      throw new Type({ type: 'about:blank', title: `HTTP ${status}`, code: 'unknown', ...known, status })
    } catch (cause) {
      if (cause instanceof Refused || cause instanceof NotProven) throw cause
      // Whether it arrived is not known: the same again finds out.
      return { kind: 'none', why: String(cause), cause }
    }
  }
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function keyed(secret: ArrayBuffer, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
}

/**
 * Whether it is the token's own gateway that answers, before the token is shown; docs/integrate.md says how.
 * @param base ends in /v1
 * @throws what fetch throws if there is no answer
 */
async function isProven(base: string, token: string): Promise<boolean> {
  const secret = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const challenge = hexOf(crypto.getRandomValues(new Uint8Array(32)).buffer)
  const { protocol, port } = new URL(base)
  const { headers } = await fetch(base.replace(/\/v1$/, '/healthz'), {
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    headers: {
      'x-resit-challenge': challenge,
      'x-resit-token-mark': (await keyed(secret, 'resit token')).slice(0, 32),
    },
  })
  const dialled = port || (protocol === 'https:' ? 443 : 80)
  return headers.get('x-resit-proof') === (await keyed(secret, `resit till\n${dialled}\n${challenge}`))
}
