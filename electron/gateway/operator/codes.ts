import { findingEntries } from '../../../shared/catalogue/findings.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { checkCodes } from '../../../shared/document/check-codes.ts'
import { type CodeList, codeLists, type ListState, type RefreshTry } from '../../../shared/document/codes.ts'
import type { Finding } from '../../../shared/document/finding.ts'
import type { Sale } from '../../../shared/document/sale.ts'
import { dayOf } from '../../../shared/domain/calendar.ts'
import type { Instant, RecordState } from '../../../shared/domain/record.ts'
import { type Language, words } from '../../../shared/words/words.ts'
import type { Codes } from '../codes/codes.ts'
import type { RecordView } from '../handlers/record-view.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import type { Clock } from '../ports.ts'
import type { CodeLists } from '../store/port.ts'
import type { Records, Stored } from '../store/port-records.ts'

export interface CodeListParts {
  readonly codes: Codes
  readonly refreshes: Pick<CodeLists, 'tries' | 'changes'>
  readonly refreshCodes: (by: string) => Promise<readonly RefreshTry[]>
  /** Null where the lists are refreshed on demand only. */
  readonly nextRefreshAt: () => Instant | null
}

export interface AffectedParts {
  readonly codes: Codes
  readonly records: Pick<Records, 'submittedBetween' | 'body'>
  readonly view: RecordView
  readonly clock: Clock
  /** A kept body as a sale, unchecked. */
  readonly saleIn: (body: Uint8Array, cell: Pick<RecordState, 'family' | 'kind'>) => Sale
}

/** The reference lists: how many codes, since when, and what changed last (contract 9). */
export const listCodes =
  (parts: CodeListParts): Handler =>
  async ({ language }) => {
    const nextAt = parts.nextRefreshAt()
    const items = await Promise.all(codeLists.map((list) => standingOf(parts, list, language)))
    return ok({ next_refresh_at: nextAt === null ? null : toWire(nextAt), items })
  }

async function standingOf({ codes, refreshes }: CodeListParts, list: CodeList, language: Language) {
  const { items, obsolete, refreshedAt, source } = codes.list(list)
  const [[lastTry], [lastChange]] = await Promise.all([refreshes.tries(list, 1), refreshes.changes(list, 1)])
  return {
    list,
    count: items.length,
    obsolete: obsolete.map(({ item, since }) => ({ code: item.code, since: toWire(since) })),
    refreshed_at: toWire(refreshedAt),
    source,
    last_try: lastTry ? tryToWire(lastTry, language) : null,
    last_change: lastChange ? changeToWire(lastChange) : null,
  }
}

/** A list in full, also one that the interface has no endpoint for. */
export const codeList =
  ({ codes }: Pick<CodeListParts, 'codes'>): Handler =>
  async ({ params }) => {
    const { items, refreshedAt, source } = codes.list(params['list'] as CodeList)
    return ok({ items, refreshed_at: toWire(refreshedAt), source })
  }

/** Fetches all lists now; answers what became of each. */
export const refreshCodes =
  (parts: Pick<CodeListParts, 'refreshCodes'>): Handler =>
  async ({ caller, language }) => {
    const tries = await parts.refreshCodes(caller.by)
    return ok({
      items: tries.map((made) => ({ list: made.list, ...tryToWire(made, language), change: changeToWire(made) })),
    })
  }

const tryToWire = ({ at, by, source, keptBecause }: RefreshTry, language: Language) => ({
  at: toWire(at),
  by,
  source,
  kept_because: keptBecause,
  message: keptBecause && words[language].standing[`codes_${keptBecause}`],
})

const changeToWire = ({ at, changes }: RefreshTry) => changes && { at: toWire(at), ...changes }

const pageSize = 200
const hourMs = 3_600_000

/** Which of the last days' documents use a code that went away. */
export const codesAffected =
  (parts: AffectedParts): Handler =>
  async (call) => {
    const { days = '30', after = '0' } = call.query
    const now = parts.clock.now()
    // Days are the companies' own: from the latest zone's first to the earliest zone's last.
    const from = dayOf(now - (Number(days) * 24 + 12) * hourMs, 'UTC')
    const to = dayOf(now + 14 * hourMs, 'UTC')
    const page = await parts.records.submittedBetween(from, to, Number(after), pageSize)
    const items = await Promise.all(page.map((stored) => affected(parts, stored, call)))
    const next = page.length === pageSize ? (page.at(-1)?.seq ?? null) : null
    return ok({ items: items.filter((item) => item !== null), next })
  }

async function affected(parts: AffectedParts, stored: Stored, { caller, language }: Call) {
  const { seq, record } = stored
  if (caller.companyGuid !== null && caller.companyGuid !== record.companyGuid) return null
  const sale = parts.saleIn(await parts.records.body(seq, record.revision), record)
  const findings: Finding[] = []
  checkCodes(sale, parts.codes.standing, findings)
  const obsolete = findings.filter(({ code }) => code === 'obsolete_code')
  if (obsolete.length === 0) return null
  const codes = findingEntries(obsolete).map(({ pointer, values }) => {
    const list = values?.['list'] as CodeList
    const code = values?.['code'] ?? ''
    return { pointer, list, code, since: goneSince(parts.codes.list(list), code) }
  })
  return { record: await parts.view.show(stored, language), codes }
}

function goneSince({ obsolete }: ListState, code: string): string | null {
  const known = obsolete.find(({ item }) => item.code === code)
  return known ? toWire(known.since) : null
}
