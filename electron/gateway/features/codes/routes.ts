import packageJson from '../../../../package.json' with { type: 'json' }
import { apiVersion } from '../../../../shared/api/api-version.ts'
import { findingEntries } from '../../../../shared/api/findings.ts'
import { toWire, toWireOrNull } from '../../../../shared/api/record-to-wire.ts'
import { checkCodes } from '../../../../shared/document/check-codes.ts'
import { type CodeList, codeLists, type ListState, type RefreshTry } from '../../../../shared/document/codes.ts'
import type { Finding } from '../../../../shared/document/finding.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { type Language, words } from '../../../../shared/words/words.ts'
import {
  type Call,
  type OperatorHandler,
  type OperatorHandlers,
  ok,
  type SingleEndpointHandler,
} from '../../http/call.ts'
import { keptSale } from '../../kept-sale.ts'
import type { Clock } from '../../ports.ts'
import type { CodeLists } from '../../store/port/port.ts'
import type { Records, Stored } from '../../store/port/records.ts'
import { nextSale, salePlaceOf } from '../records/cursors.ts'
import type { RecordView } from '../records/record-view.ts'
import type { Codes } from './codes.ts'
import type { CodeRefresher } from './refresh.ts'
import type { CodesSchedule } from './schedule.ts'

interface CodeListDeps {
  readonly refresher: Pick<CodeRefresher, 'refresh'>
  readonly codes: Codes
  readonly records: Pick<Records, 'soldBetween' | 'body'>
  readonly view: RecordView
  readonly clock: Clock
  readonly refreshes: Pick<CodeLists, 'tries' | 'changes'>
  readonly codesSchedule: Pick<CodesSchedule, 'nextAt'>
}

export const codesRoutes = (deps: CodeListDeps) =>
  ({
    listCodes: async ({ language }) => {
      const items = await Promise.all(codeLists.map((list) => statusOf(deps, list, language)))
      return ok({ next_refresh_at: toWireOrNull(deps.codesSchedule.nextAt()), items })
    },
    codeList: async ({ params }) => {
      const { items, refreshedAt, source } = deps.codes.list(params.list)
      return ok({ items, refreshed_at: toWire(refreshedAt), source })
    },
    // Fetches all lists now; answers what became of each.
    refreshCodes: async ({ caller, language }) => {
      const tries = await deps.refresher.refresh(caller.by)
      return ok({
        items: tries.map((made) => ({ list: made.list, ...tryToWire(made, language), change: changeToWire(made) })),
      })
    },
    codesAffected: codesAffected(deps),
  }) satisfies Partial<OperatorHandlers>

async function statusOf({ codes, refreshes }: CodeListDeps, list: CodeList, language: Language) {
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

const tryToWire = ({ at, by, source, keptBecause }: RefreshTry, language: Language) => ({
  at: toWire(at),
  by,
  source,
  kept_because: keptBecause,
  message: keptBecause && words[language].status[`codes_${keptBecause}`],
})

const changeToWire = ({ at, changes }: RefreshTry) => changes && { at: toWire(at), ...changes }

const pageSize = 200
const hourMs = 3_600_000

/** Which of the last days' documents use a code that went away. */
const codesAffected =
  (deps: CodeListDeps): OperatorHandler<'codesAffected'> =>
  async (call) => {
    const { days = '30' } = call.query
    const now = deps.clock.now()
    // Days are the companies' own: from the latest zone's first to the earliest zone's last.
    const from = dayOf(now - (Number(days) * 24 + 12) * hourMs, 'UTC')
    const to = dayOf(now + 14 * hourMs, 'UTC')
    const { companyGuid, outlets } = call.caller
    const after = salePlaceOf(call.query.after)
    const found = await deps.records.soldBetween({ companyGuid, outlets, from, to, after, limit: pageSize + 1 })
    const read = await Promise.all(
      found.slice(0, pageSize).map(async (stored) => ({
        stored,
        sale: keptSale(await deps.records.body(stored.seq, stored.record.revision), stored.record),
      })),
    )
    const items = await Promise.all(
      read.map(async ({ stored, sale }) => sale && affected(deps, stored, { sale, language: call.language })),
    )
    return ok({
      items: items.filter((item) => item !== null),
      unreadable: read.filter(({ sale }) => sale === null).map(({ stored }) => stored.record.saleGuid),
      next: nextSale(found, pageSize),
    })
  }

async function affected(deps: CodeListDeps, stored: Stored, { sale, language }: { sale: Sale; language: Language }) {
  const findings: Finding[] = []
  checkCodes(sale, deps.codes.statusOf, findings)
  const obsolete = findings.filter(({ code }) => code === 'obsolete_code')
  if (obsolete.length === 0) return null
  const codes = findingEntries(obsolete).map(({ pointer, values }) => {
    const list = values?.['list'] as CodeList
    const code = values?.['code'] ?? ''
    return { pointer, list, code, since: goneSince(deps.codes.list(list), code) }
  })
  return { record: await deps.view.show(stored, language), codes }
}

function goneSince({ obsolete }: ListState, code: string): string | null {
  const known = obsolete.find(({ item }) => item.code === code)
  return known ? toWire(known.since) : null
}

export const version: SingleEndpointHandler<'version'> = async () =>
  ok({ api_version: apiVersion, service: 'resit', app_version: packageJson.version })

/** A reference list, cheap to ask for again (contract 9). */
export const referenceList =
  <List extends CodeList>(codes: Codes, list: List) =>
  async ({ ifNoneMatch }: Call) => {
    const { items, refreshedAt, source, etag } = codes.list(list)
    const headers = { etag, 'cache-control': 'private, no-cache' }
    if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
      return { status: 304, headers } as const
    return { ...ok({ items, refreshed_at: toWire(refreshedAt), source }), headers }
  }
