/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly totalPages: number
  readonly totalCount: number
}

const largestPage = 100

/** @returns null where `pageNo` or `pageSize` are not what they may be */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams): Page<Item> | null {
  const pageNo = wholeNumber(query.get('pageNo') ?? '1')
  const pageSize = wholeNumber(query.get('pageSize') ?? String(largestPage))
  if (pageNo === null || pageSize === null || pageSize > largestPage) return null
  return {
    items: items.slice((pageNo - 1) * pageSize, pageNo * pageSize),
    totalPages: Math.ceil(items.length / pageSize),
    totalCount: items.length,
  }
}

const wholeNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
