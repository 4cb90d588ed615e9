import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OperatorAnswer, OperatorAsk } from '../../shared/api/operator-client.ts'
import { operator } from './api.ts'
import { useMay } from './session.ts'
import { useThisTill } from './this-till.ts'

export type ListedRecord = OperatorAnswer<'listRecords'>['items'][number]
export type RecordDetail = OperatorAnswer<'showRecord'>

/** The filters of a list of records, without its page. */
export type RecordFilters = Readonly<Omit<OperatorAsk<'listRecords'>['query'], 'page_size' | 'before'>> & {
  readonly text?: string
}

/** The filter behind the number at To do in the main menu. */
export const needsPersonFilter = { concern: 'attention,refused' } as const satisfies RecordFilters

export type RecordCounts = OperatorAnswer<'countRecords'>

export const useRecordCounts = ({ text, status: _any, concern: _all, ...filters }: RecordFilters, enabled = true) =>
  useQuery({
    queryKey: ['records', 'counts', { text, ...filters }],
    queryFn: () => operator('countRecords', { headers: searchText(text), query: filters }),
    enabled,
    placeholderData: (before) => before,
  }).data

const searchText = (text: string | undefined) => ({ ...(text !== undefined && { search_text: text }) })

const usualPage = 50

/** Records by filters and search text, the newest sale first, page by page. */
export const useRecords = ({ text, ...filters }: RecordFilters, pageSize = usualPage) =>
  useInfiniteQuery({
    queryKey: ['records', { text, ...filters, pageSize }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      operator('listRecords', {
        headers: searchText(text),
        query: {
          page_size: String(pageSize),
          ...filters,
          ...(pageParam !== null && { before: pageParam }),
        },
      }),
    getNextPageParam: (page) => page.next,
  })

type Paged = Pick<ReturnType<typeof useRecords>, 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'>

/** @returns fetches the next page, if there is one and it is not on its way */
export const useFetchNextPage = ({ fetchNextPage, hasNextPage, isFetchingNextPage }: Paged): (() => void) =>
  useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

export const useRecord = (guid: string) => useQuery({ queryKey: ['record', guid], queryFn: () => fetchRecord(guid) })

/** @throws GatewayProblem if there is no such record */
export const fetchRecord = (guid: string): Promise<RecordDetail> => operator('showRecord', { params: { guid } })

export type RefusedSale = OperatorAnswer<'listRefusals'>['items'][number]

const none: readonly RefusedSale[] = []

/** Refused sales of the person who is signed in and of this till, the newest first. */
export function useRefusedSales(): readonly RefusedSale[] {
  const till = useThisTill()
  const { data } = useQuery({
    queryKey: ['refusals', till],
    queryFn: () =>
      operator('listRefusals', {
        query: till ? { company: till.COMPANY_CODE, outlet: till.OUTLET_NAME, terminal: till.TERMINAL_NAME } : {},
      }),
    enabled: useMay('submit'),
  })
  return data?.items ?? none
}
