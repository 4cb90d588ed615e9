import type { BackgroundQuery } from './engines/background.ts'
import type { Companies, Store } from './port/port.ts'
import type { ListQuery } from './port/records.ts'
import { isDamage, StorageFailure, troubleOf } from './refusal.ts'

interface BackgroundThread {
  readonly isLarge: () => boolean
  readonly look: (look: BackgroundQuery) => Promise<unknown>
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** Methods that may look at many records: for a large database another thread answers them. */
const backgroundMethods: { readonly [Area in keyof Store]?: readonly (keyof Store[Area])[] } = {
  records: ['range', 'soldBetween', 'list', 'count', 'shifts'],
  consolidations: ['tills', 'receipts', 'members', 'documents'],
  shifts: ['closedOnes', 'withoutShift', 'documents', 'lateCount'],
  reconciliations: ['sentBetween'],
  journal: ['span', 'lines'],
}

/** The first page of screens: short, and wanted at once. */
export function hasNoFilters({ now: _now, before: _place, limit: _most, ...narrowing }: ListQuery): boolean {
  return Object.values(narrowing).every((each) => (Array.isArray(each) ? each.length === 0 : (each ?? null) === null))
}

/**
 * Turns errors of the database into those of the port, and asks another thread for long answers.
 * @param backgroundThread null if there is no other thread
 */
export function wrapStore(store: Store, backgroundThread: BackgroundThread | null): Store {
  let closing: Promise<void> | null = null
  const close = () => (closing ??= store.upkeep.close())

  const failureOf = (cause: unknown): unknown => {
    const root = cause instanceof StorageFailure ? cause.cause : cause
    // Other pages can be used; nothing is sent.
    if (isDamage(root)) {
      const found = { code: 'database_damaged', line: null, record: null, detail: root.message } as const
      store.journal.found([found]).catch(() => undefined)
    }
    if (cause instanceof StorageFailure || troubleOf(cause) === null) return cause
    return new StorageFailure(isDamage(cause) ? 'a part of the database is damaged' : 'the storage does not answer', {
      cause,
    })
  }
  const asked = (area: keyof Store, name: string, method: Method): Method => {
    const isLook =
      backgroundThread !== null && (backgroundMethods[area] as readonly string[] | undefined)?.includes(name) === true
    return async (...args) => {
      if (closing) throw new StorageFailure('the store is closed')
      try {
        const isPage = area === 'records' && name === 'list' && hasNoFilters(args[0] as ListQuery)
        if (isLook && !isPage && backgroundThread.isLarge())
          return await backgroundThread.look({ area, method: name, args })
        return await method(...args)
      } catch (cause) {
        throw failureOf(cause)
      }
    }
  }
  const areas = Object.entries(store).map(([area, methods]) => {
    const over = Object.entries(methods as Readonly<Record<string, Method>>).map(
      ([name, method]) => [name, asked(area as keyof Store, name, method)] as const,
    )
    return [area, Object.fromEntries(over)] as const
  })
  const port = Object.fromEntries(areas) as unknown as Store
  return { ...port, companies: remembered(port.companies), upkeep: { ...port.upkeep, close } }
}

/** Companies are read at every submission and almost never change. */
function remembered(companies: Companies): Companies {
  let known: ReturnType<Companies['list']> | null = null
  const forget = () => {
    known = null
  }
  const all = async () => {
    known ??= companies.list()
    return known.catch((cause: unknown) => {
      forget()
      throw cause
    })
  }
  return {
    list: all,
    byGuid: async (companyGuid) => (await all()).find(({ profile }) => profile.companyGuid === companyGuid) ?? null,
    byCode: async (companyCode) => (await all()).find(({ profile }) => profile.companyCode === companyCode) ?? null,
    async save(company, by) {
      const saved = await companies.save(company, by)
      forget()
      return saved
    },
  }
}
